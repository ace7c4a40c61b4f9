// expect: silent
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Registry {
    private final Map<String, Object> entries = new ConcurrentHashMap<>();

    boolean register(String name, Object value) {
        return entries.putIfAbsent(name, value) == null;
    }
}
