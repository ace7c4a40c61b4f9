// expect: find race define on entries
import java.util.*;
import java.util.concurrent.locks.*;
public class Glossary {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Map<String, String> entries;
    public Glossary() { entries = bounded(100); }
    private static Map<String, String> bounded(int capacity) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<String, String> e) { return size() > capacity; }
        };
    }
    public String define(String term) {
        rw.readLock().lock();
        try { return entries.get(term); } finally { rw.readLock().unlock(); }
    }
    public void learn(String term, String text) {
        rw.writeLock().lock();
        try { entries.put(term, text); } finally { rw.writeLock().unlock(); }
    }
}
