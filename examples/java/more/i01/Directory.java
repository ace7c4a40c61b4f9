// expect: silent
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
        shared.lock();
        try { return changes == 0 ? null : byName.get(name); } finally { shared.unlock(); }
    }
    void enter(String name, String value) {
        exclusive.lock();
        try { byName.put(name, value); changes++; } finally { exclusive.unlock(); }
    }
}
