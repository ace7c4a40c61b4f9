// expect: silent
import java.util.*;
class Migration {
    private final Map<String, Integer> left = new HashMap<>();
    private final Map<String, Integer> right = new HashMap<>();
    private final Object lock = new Object();
    void migrate(List<String> keys) {
        for (String k : keys) {
            synchronized (lock) {
                Integer v = left.remove(k);
                if (v != null) right.put(k, v);
            }
        }
    }
    void put(String k, int v) { synchronized (lock) { left.put(k, v); } }
    Integer find(String k) { synchronized (lock) { Integer v = left.get(k); return v != null ? v : right.get(k); } }
}
