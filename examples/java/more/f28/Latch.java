// expect: find lost-wake-up
public class Latch {
    private int count;
    public Latch(int n) { count = n; }
    public synchronized void await() throws InterruptedException {
        while (count > 0) wait();
    }
    public synchronized void countDown() {
        count--;
    }
}
