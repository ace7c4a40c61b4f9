// expect: find any enter on changes
import java.util.*;
import java.util.concurrent.locks.*;
class Directory {
    private final Map<String, String> byName = new HashMap<>();
    private long changes;
    private final Lock shared, exclusive;
    Directory() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        this.shared = lock.readLock();
        this.exclusive = lock.writeLock();
    }
    String find(String name) {
        exclusive.lock();
        try { return changes == 0 ? null : byName.get(name); } finally { exclusive.unlock(); }
    }
    void enter(String name, String value) {
        shared.lock();
        try { byName.put(name, value); changes++; } finally { shared.unlock(); }
    }
}
