// expect: silent
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Lazy {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String value;

    String get() {
        lock.readLock().lock();
        try {
            if (value != null) return value;
        } finally {
            lock.readLock().unlock();
        }
        lock.writeLock().lock();
        try {
            if (value == null) value = "made";
            return value;
        } finally {
            lock.writeLock().unlock();
        }
    }
}
