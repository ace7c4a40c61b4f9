// expect: silent
import java.util.concurrent.locks.*;
import java.util.concurrent.TimeUnit;
class Tryer {
    private final Lock lock = new ReentrantLock();
    private int n;
    boolean bump() throws InterruptedException {
        boolean got = lock.tryLock(1, TimeUnit.SECONDS);
        try {
            if (got) n++;
            return got;
        } finally {
            if (got) lock.unlock();
        }
    }
    int n() { lock.lock(); try { return n; } finally { lock.unlock(); } }
}
