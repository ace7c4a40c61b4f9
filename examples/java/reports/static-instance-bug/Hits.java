// expect: find any add total on total
class Hits {
    private static int total;

    synchronized void add(int n) {
        total += n;
    }

    static synchronized int total() {
        return total;
    }
}
