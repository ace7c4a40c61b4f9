// expect: find stale-check register on users
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Between the two locks somebody else may register: what was read before is no longer true. */
public class Registry {
    private final ReadWriteLock locks = new ReentrantReadWriteLock();
    private final Map<String, Integer> users = new HashMap<>();

    public int register(String name) {
        Lock lock = locks.readLock();
        lock.lock();
        try {
            Integer known = users.get(name);
            if (known == null) {
                lock.unlock();
                lock = locks.writeLock();
                lock.lock();
                known = 1;
                users.put(name, known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    public void forget(String name) {
        locks.writeLock().lock();
        try {
            users.remove(name);
        } finally {
            locks.writeLock().unlock();
        }
    }
}
