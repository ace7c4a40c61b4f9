// expect: find any add on value
import java.util.concurrent.locks.ReentrantLock;

/** Here lock() of the lock's own class takes nothing. */
public class Mine {
    static final class CountingLock extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        @Override
        public void lock() {
            System.out.println("wanted");
        }

        @Override
        public void unlock() {
            System.out.println("done");
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
