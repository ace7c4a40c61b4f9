// expect: silent
class Tree {
    private final Object lock = new Object();
    private int value;
    private int pending;

    void sum(int depth) {
        synchronized (lock) {
            value += depth;
            if (depth > 0) sum(depth - 1);
            pending = value;
        }
    }

    int pending() {
        synchronized (lock) {
            return pending - value;
        }
    }
}
