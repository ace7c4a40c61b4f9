// expect: silent
public class Ramps {
    private final int size;
    private int used;
    public Ramps(int size) { this.size = size; }
    public synchronized boolean enter(long millis) throws InterruptedException {
        long end = System.currentTimeMillis() + millis;
        while (used == size) {
            long left = end - System.currentTimeMillis();
            if (left <= 0) return false;
            wait(left);
        }
        used++;
        return true;
    }
    public synchronized void leave() {
        used--;
        notify();
    }
}
