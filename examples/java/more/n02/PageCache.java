// expect: silent
import java.util.*;
import java.util.concurrent.locks.*;
public class PageCache {
    private final Map<Long, byte[]> pages = new LinkedHashMap<>(64, 0.75f, false) {
        @Override protected boolean removeEldestEntry(Map.Entry<Long, byte[]> e) { return size() > 100; }
    };
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    public byte[] get(long id) {
        rw.readLock().lock();
        try { return pages.get(id); } finally { rw.readLock().unlock(); }
    }
    public void put(long id, byte[] p) {
        rw.writeLock().lock();
        try { pages.put(id, p); } finally { rw.writeLock().unlock(); }
    }
}
