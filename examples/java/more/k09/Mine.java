// expect: silent
import java.util.concurrent.locks.ReentrantLock;

/** A lock of a class of one's own is still the lock it extends. */
public class Mine {
    static final class CountingLock extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        int waiting() {
            return getQueueLength();
        }
    }

    private final CountingLock lock = new CountingLock();
    private int value;

    public void add(int more) {
        lock.lock();
        try {
            value += more;
        } finally {
            lock.unlock();
        }
    }

    public int get() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }
}
