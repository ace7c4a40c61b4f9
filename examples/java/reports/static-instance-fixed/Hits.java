// expect: silent
class Hits {
    private static int total;

    void add(int n) {
        synchronized (Hits.class) {
            total += n;
        }
    }

    static synchronized int total() {
        return total;
    }
}
