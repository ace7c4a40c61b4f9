// expect: find deadlock get
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Lazy {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String value;

    String get() {
        lock.readLock().lock();
        try {
            if (value == null) {
                lock.writeLock().lock();
                try {
                    value = "made";
                } finally {
                    lock.writeLock().unlock();
                }
            }
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }
}
