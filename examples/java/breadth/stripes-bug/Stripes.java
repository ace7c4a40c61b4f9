// expect: find any clear on counts
class Stripes {
    private final Object[] locks = new Object[8];
    private final int[] counts = new int[8];

    Stripes() {
        for (int i = 0; i < locks.length; i++) locks[i] = new Object();
    }

    void add(int key) {
        int i = key & 7;
        synchronized (locks[i]) {
            counts[i]++;
        }
    }

    void clear(int key) {
        counts[key & 7] = 0;
    }

    int total(int key) {
        int i = key & 7;
        synchronized (locks[i]) {
            return counts[i];
        }
    }
}
