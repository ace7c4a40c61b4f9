// expect: find race lookup on cache
import java.util.*;
import java.util.concurrent.locks.*;
class Lru<K, V> extends LinkedHashMap<K, V> {
    private final int max;
    Lru(int max) { super(16, 0.75f, true); this.max = max; }
    @Override protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return size() > max; }
}
public class Resolver {
    private final Lru<String, String> cache = new Lru<>(50);
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Lock r = lock.readLock();
    private final Lock w = lock.writeLock();
    public String lookup(String host) {
        r.lock();
        try { return cache.get(host); } finally { r.unlock(); }
    }
    public void store(String host, String ip) {
        w.lock();
        try { cache.put(host, ip); } finally { w.unlock(); }
    }
}
