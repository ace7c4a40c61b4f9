// expect: silent
import java.util.concurrent.ConcurrentHashMap;

class Cache {
    private final ConcurrentHashMap<String, Object> cache = new ConcurrentHashMap<>();

    Object get(String key) {
        Object value = cache.get(key);
        if (value == null) {
            Object made = new Object();
            value = cache.putIfAbsent(key, made);
            if (value == null) value = made;
        }
        return value;
    }
}
