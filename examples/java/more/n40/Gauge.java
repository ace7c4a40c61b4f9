// expect: silent
import java.util.concurrent.locks.*;
import java.util.concurrent.TimeUnit;
public class Gauge {
    private final ReentrantLock lock = new ReentrantLock();
    private int value;
    public boolean add(int n) throws InterruptedException {
        if (!lock.tryLock(10, TimeUnit.MILLISECONDS)) return false;
        try { value += n; return true; } finally { lock.unlock(); }
    }
    public int value() { lock.lock(); try { return value; } finally { lock.unlock(); } }
}
