// expect: find stale-check get invalidate on names
import java.util.*;
import java.util.function.*;
class Cache {
    private final Map<Long, String> names = new HashMap<>();
    private final LongFunction<String> loader;
    Cache(LongFunction<String> loader) { this.loader = loader; }
    String get(long id) {
        synchronized (this) {
            String known = names.get(id);
            if (known != null) return known;
        }
        String loaded = loader.apply(id);
        synchronized (this) {
            names.put(id, loaded);
        }
        return loaded;
    }
    synchronized void invalidate(long id) { names.remove(id); }
}
