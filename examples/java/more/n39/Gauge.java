// expect: find surplus-release add on lock
import java.util.concurrent.locks.*;
import java.util.concurrent.TimeUnit;
public class Gauge {
    private final ReentrantLock lock = new ReentrantLock();
    private int value;
    public void add(int n) throws InterruptedException {
        lock.tryLock(10, TimeUnit.MILLISECONDS);
        try { value += n; } finally { lock.unlock(); }
    }
    public int value() { lock.lock(); try { return value; } finally { lock.unlock(); } }
}
