// expect: find stale-check register on entries
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Registry {
    private final Map<String, Object> entries = new ConcurrentHashMap<>();

    boolean register(String name, Object value) {
        if (entries.containsKey(name)) return false;
        entries.put(name, value);
        return true;
    }
}
