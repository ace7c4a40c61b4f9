// expect: silent
import java.util.concurrent.*;
class Cache {
    private final ConcurrentMap<String, Integer> hits = new ConcurrentHashMap<>();
    void hit(String page) {
        for (;;) {
            Integer old = hits.putIfAbsent(page, 1);
            if (old == null) return;
            if (hits.replace(page, old, old + 1)) return;
        }
    }
    int hits(String page) { return hits.getOrDefault(page, 0); }
}
