// expect: silent
class Store {
    private int size;
    private int peak;

    synchronized void add() {
        grow(1);
    }

    synchronized void addTwice() {
        grow(1);
        grow(1);
    }

    private void grow(int by) {
        size += by;
        if (size > peak) peak = size;
    }
}
