// expect: silent
import java.util.*;
import java.util.concurrent.locks.*;

public class Snapshot {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private final List<String> lines = new ArrayList<>();
    private int version;
    public void append(String s) {
        rw.writeLock().lock();
        try { lines.add(s); version++; } finally { rw.writeLock().unlock(); }
    }
    public List<String> copy() {
        rw.readLock().lock();
        try { return new ArrayList<>(lines); } finally { rw.readLock().unlock(); }
    }
    public String describe() {
        rw.readLock().lock();
        try { return version + ":" + lines.size(); } finally { rw.readLock().unlock(); }
    }
}
