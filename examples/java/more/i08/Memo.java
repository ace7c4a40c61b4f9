// expect: find stale-check later on results
import java.util.concurrent.*;
import java.util.function.*;
class Memo {
    private final ConcurrentMap<String, Integer> results = new ConcurrentHashMap<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final Function<String, Integer> work;
    Memo(Function<String, Integer> work) { this.work = work; }
    Integer compute(String key) {
        Integer known = results.get(key);
        if (known != null) return known;
        Integer made = work.apply(key);
        results.put(key, made);
        return made;
    }
    Future<Integer> later(String key) { return pool.submit(() -> compute(key)); }
}
