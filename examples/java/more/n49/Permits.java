// expect: find lost-wake-up release acquire
public class Permits {
    private int free;
    public synchronized void acquire() throws InterruptedException {
        while (free == 0) wait();
        free--;
    }
    public synchronized void release(boolean quiet) {
        free++;
        if (!quiet) notifyAll();
    }
}
