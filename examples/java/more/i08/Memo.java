// expect: find stale-check later on results
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
class Memo {
    private final ConcurrentMap<String, AtomicInteger> results = new ConcurrentHashMap<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    AtomicInteger counter(String key) {
        AtomicInteger known = results.get(key);
        if (known != null) return known;
        AtomicInteger made = new AtomicInteger();
        results.put(key, made);
        return made;
    }
    Future<AtomicInteger> later(String key) { return pool.submit(() -> counter(key)); }
}
