// expect: silent
class Counter {
    private final Object lock = new Object();
    private Integer count = 0;

    void inc() {
        synchronized (lock) {
            count = count + 1;
        }
    }

    int get() {
        synchronized (lock) {
            return count;
        }
    }
}
