// expect: find lost-update hit on hits
import java.util.concurrent.*;
class Cache {
    private final ConcurrentMap<String, Integer> hits = new ConcurrentHashMap<>();
    void hit(String page) {
        hits.putIfAbsent(page, 0);
        hits.put(page, hits.get(page) + 1);
    }
    int hits(String page) { return hits.getOrDefault(page, 0); }
}
