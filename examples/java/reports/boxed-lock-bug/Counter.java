// expect: find any inc on count
class Counter {
    private Integer count = 0;

    void inc() {
        synchronized (count) {
            count = count + 1;
        }
    }

    int get() {
        synchronized (count) {
            return count;
        }
    }
}
