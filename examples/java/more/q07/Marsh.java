// expect: silent
import java.util.HashMap;
import java.util.Map;

/** A method says that its caller holds the lock. */
public class Marsh {
    private final Map<String, Integer> waits = new HashMap<>();

    public synchronized void enter(String name) {
        count(name);
    }

    public synchronized int waits(String name) {
        return waits.getOrDefault(name, 0);
    }

    public void count(String name) {
        assert Thread.holdsLock(this);
        waits.put(name, waits.getOrDefault(name, 0) + 1);
    }
}
