// expect: find lost-wake-up enter leave
public class Ramps {
    private final int size;
    private int used;
    public Ramps(int size) { this.size = size; }
    public synchronized boolean enter(long millis) throws InterruptedException {
        long end = System.currentTimeMillis() + millis;
        while (used == size) {
            long left = end - System.currentTimeMillis();
            wait(Math.max(1, left));
            if (System.currentTimeMillis() >= end) return false;
        }
        used++;
        return true;
    }
    public synchronized void leave() {
        used--;
        notify();
    }
}
