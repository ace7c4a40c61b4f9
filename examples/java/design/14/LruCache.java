// expect: find any get on entries
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class LruCache<K, V> {
    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    V get(K key) {
        lock.readLock().lock();
        try {
            return entries.get(key);
        } finally {
            lock.readLock().unlock();
        }
    }

    void put(K key, V value) {
        lock.writeLock().lock();
        try {
            entries.put(key, value);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
