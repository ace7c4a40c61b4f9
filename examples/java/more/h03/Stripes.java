// expect: find deadlock transfer
class Stripes {
    private final Object[] locks = new Object[8];
    private final int[] balance = new int[8];
    Stripes() { for (int i = 0; i < locks.length; i++) locks[i] = new Object(); }
    void transfer(int from, int to, int n) {
        synchronized (locks[from]) {
            synchronized (locks[to]) {
                balance[from] -= n;
                balance[to] += n;
            }
        }
    }
}
