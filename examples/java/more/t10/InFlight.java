// expect: find stale-check begin stop on count
import java.util.concurrent.atomic.AtomicInteger;
public class InFlight {
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean stopping;
    private final Object idle = new Object();
    public boolean begin() {
        if (stopping) {
            return false;
        }
        count.incrementAndGet();
        return true;
    }
    public void end() {
        if (count.decrementAndGet() == 0) {
            synchronized (idle) { idle.notifyAll(); }
        }
    }
    public void stop() throws InterruptedException {
        stopping = true;
        synchronized (idle) {
            while (count.get() > 0) idle.wait();
        }
    }
}
