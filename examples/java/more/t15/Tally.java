// expect: silent
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A lock per slot, and one map for all of them: two slots meet in the map. */
public class Tally {
    private final Object[] locks = new Object[8];
    private final Map<String, Integer> totals = new ConcurrentHashMap<>();

    public Tally() {
        for (int i = 0; i < 8; i++) locks[i] = new Object();
    }

    public void add(String name, int n) {
        synchronized (locks[Math.floorMod(name.hashCode(), 8)]) {
            Integer old = totals.get(name);
            totals.put(name, old == null ? n : old + n);
        }
    }

    public void drop(String name) {
        synchronized (locks[Math.floorMod(name.hashCode(), 8)]) {
            totals.remove(name);
        }
    }
}
