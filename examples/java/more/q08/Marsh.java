// expect: find any count on waits
import java.util.HashMap;
import java.util.Map;

/** Nobody says so, and the method is for everybody. */
public class Marsh {
    private final Map<String, Integer> waits = new HashMap<>();

    public synchronized void enter(String name) {
        count(name);
    }

    public synchronized int waits(String name) {
        return waits.getOrDefault(name, 0);
    }

    public void count(String name) {
        waits.put(name, waits.getOrDefault(name, 0) + 1);
    }
}
