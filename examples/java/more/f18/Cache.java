// expect: silent
import java.util.*;
import java.util.concurrent.locks.*;

public class Cache {
    private final Map<String, String> map = new HashMap<>();
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock r = rw.readLock();
    private final Lock w = rw.writeLock();
    public String get(String k) {
        r.lock();
        try {
            if (!map.containsKey(k)) {
                return null;
            }
            return map.get(k);
        } finally { r.unlock(); }
    }
    public void put(String k, String v) {
        w.lock();
        try { map.put(k, v); } finally { w.unlock(); }
    }
    public String getOrLoad(String k) {
        r.lock();
        try {
            String v = map.get(k);
            if (v != null) return v;
        } finally { r.unlock(); }
        w.lock();
        try {
            String v = map.get(k);
            if (v == null) { v = k + "!"; map.put(k, v); }
            return v;
        } finally { w.unlock(); }
    }
}
