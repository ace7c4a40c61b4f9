// expect: silent
class StripedCounter {
    private final Object[] locks = new Object[16];
    private final long[] counts = new long[16];
    StripedCounter() { for (int i = 0; i < 16; i++) locks[i] = new Object(); }
    void add(int key, long n) {
        int slot = key & 15;
        synchronized (locks[slot]) { counts[slot] += n; }
    }
    long get(int key) {
        int slot = key & 15;
        synchronized (locks[slot]) { return counts[slot]; }
    }
}
