// expect: find any longest add
import java.util.*;
import java.util.concurrent.locks.*;
class Directory {
    private final Lock r, w;
    private final List<String> names = new ArrayList<>();
    private int longest;
    Directory() {
        // Two locks, not two sides of one.
        r = new ReentrantReadWriteLock().readLock();
        w = new ReentrantReadWriteLock().writeLock();
    }
    int longest() {
        r.lock();
        try { return names.isEmpty() ? -1 : longest; } finally { r.unlock(); }
    }
    void add(String name) {
        w.lock();
        try { names.add(name); longest = Math.max(longest, name.length()); } finally { w.unlock(); }
    }
}
