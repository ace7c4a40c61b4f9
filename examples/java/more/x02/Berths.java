// expect: silent
import java.util.*;
import java.util.concurrent.locks.*;
public class Berths {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Map<String, String> moored = new HashMap<>();
    private final Set<String> reserved = new HashSet<>();
    private final List<String> all;
    public Berths(List<String> all) { this.all = List.copyOf(all); }
    public boolean moor(String berth, String ship) {
        rw.readLock().lock();
        try {
            if (!isFree(berth)) return false;
        } finally { rw.readLock().unlock(); }
        rw.writeLock().lock();
        try {
            if (!isFree(berth)) return false;
            moored.put(berth, ship);
            return true;
        } finally { rw.writeLock().unlock(); }
    }
    public boolean leave(String berth) {
        rw.writeLock().lock();
        try { return moored.remove(berth) != null; } finally { rw.writeLock().unlock(); }
    }
    public List<String> free() {
        rw.readLock().lock();
        try {
            return all.stream().filter(berth -> isFree(berth)).toList();
        } finally { rw.readLock().unlock(); }
    }
    private boolean isFree(String berth) {
        String ship = moored.get(berth);
        return !reserved.contains(berth) && (ship == null || ship.isEmpty());
    }
    public void reserve(String berth) {
        rw.writeLock().lock();
        try { reserved.add(berth); } finally { rw.writeLock().unlock(); }
    }
}
