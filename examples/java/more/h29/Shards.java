// expect: find race size put on maps
import java.util.*;
import java.util.concurrent.locks.*;
class Shards<K, V> {
    private final ReentrantReadWriteLock[] locks;
    private final Map<K, V>[] maps;
    @SuppressWarnings("unchecked")
    Shards(int n) {
        locks = new ReentrantReadWriteLock[n];
        maps = new Map[n];
        for (int i = 0; i < n; i++) { locks[i] = new ReentrantReadWriteLock(); maps[i] = new HashMap<>(); }
    }
    private int index(K key) { return Math.floorMod(key.hashCode(), locks.length); }
    V get(K key) {
        int i = index(key);
        locks[i].readLock().lock();
        try { return maps[i].get(key); } finally { locks[i].readLock().unlock(); }
    }
    void put(K key, V value) {
        int i = index(key);
        locks[i].writeLock().lock();
        try { maps[i].put(key, value); } finally { locks[i].writeLock().unlock(); }
    }
    int size() {
        int n = 0;
        for (int i = 0; i < maps.length; i++) n += maps[i].size();
        return n;
    }
}
