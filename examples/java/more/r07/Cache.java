// expect: silent
import java.util.*;
import java.util.function.*;
class Cache {
    private final Map<Long, String> names = new HashMap<>();
    private final LongFunction<String> loader;
    private long changes;
    Cache(LongFunction<String> loader) { this.loader = loader; }
    String get(long id) {
        long seen;
        synchronized (this) {
            String known = names.get(id);
            if (known != null) return known;
            seen = changes;
        }
        String loaded = loader.apply(id);
        synchronized (this) {
            if (seen == changes) names.put(id, loaded);
        }
        return loaded;
    }
    synchronized void invalidate(long id) {
        names.remove(id);
        changes++;
    }
}
