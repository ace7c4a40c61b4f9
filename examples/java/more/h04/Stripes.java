// expect: silent
class Stripes {
    private final Object[] locks = new Object[8];
    private final int[] balance = new int[8];
    Stripes() { for (int i = 0; i < locks.length; i++) locks[i] = new Object(); }
    void transfer(int from, int to, int n) {
        int first = Math.min(from, to);
        int second = Math.max(from, to);
        synchronized (locks[first]) {
            synchronized (locks[second]) {
                balance[from] -= n;
                balance[to] += n;
            }
        }
    }
}
