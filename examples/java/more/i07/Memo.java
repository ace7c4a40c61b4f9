// expect: silent
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
        Integer other = results.putIfAbsent(key, made);
        return other != null ? other : made;
    }
    Future<Integer> later(String key) { return pool.submit(() -> compute(key)); }
    void warm(Iterable<String> keys) { for (String k : keys) pool.execute(() -> compute(k)); }
}
