// expect: find any put on groups
import java.util.*;
import java.util.concurrent.*;

public class MultiMap {
    private final ConcurrentMap<String, List<String>> groups = new ConcurrentHashMap<>();
    public void put(String key, String value) {
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
    }
    public List<String> get(String key) {
        List<String> list = groups.get(key);
        return list == null ? Collections.emptyList() : new ArrayList<>(list);
    }
}
