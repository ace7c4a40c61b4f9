// expect: find leak
import java.util.*;
import java.util.concurrent.locks.*;

public class Cache {
    private final Map<String, String> map = new HashMap<>();
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock r = rw.readLock();
    private final Lock w = rw.writeLock();
    public String get(String k) {
        r.lock();
        if (!map.containsKey(k)) {
            return null;
        }
        String v = map.get(k);
        r.unlock();
        return v;
    }
    public void put(String k, String v) {
        w.lock();
        try { map.put(k, v); } finally { w.unlock(); }
    }
}
