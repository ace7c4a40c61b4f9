// expect: find lost-update move add on counts
class StripedCounter {
    private final Object[] locks = new Object[16];
    private final long[] counts = new long[16];
    StripedCounter() { for (int i = 0; i < 16; i++) locks[i] = new Object(); }
    void add(int key, long n) {
        int slot = key & 15;
        synchronized (locks[slot]) { counts[slot] += n; }
    }
    void move(int from, int to, long n) {
        int a = from & 15, b = to & 15;
        synchronized (locks[a]) { counts[a] -= n; counts[b] += n; }
    }
}
