// expect: silent
import java.util.*;
import java.util.concurrent.locks.*;
class Directory {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock r = rw.readLock(), w = rw.writeLock();
    private final List<String> names = new ArrayList<>();
    private int longest;
    int longest() {
        r.lock();
        try { return names.isEmpty() ? -1 : longest; } finally { r.unlock(); }
    }
    void add(String name) {
        w.lock();
        try { names.add(name); longest = Math.max(longest, name.length()); } finally { w.unlock(); }
    }
}
