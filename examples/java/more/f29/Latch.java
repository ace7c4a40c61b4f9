// expect: silent
public class Latch {
    private int count;
    public Latch(int n) { count = n; }
    public synchronized void await() throws InterruptedException {
        while (count > 0) wait();
    }
    public synchronized void countDown() {
        if (count > 0 && --count == 0) notifyAll();
    }
}
