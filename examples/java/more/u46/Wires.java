// expect: silent
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

interface Wire {
    boolean compareAndSet(int expected, int next);

    void send(String text);

    void close();
}

public class Wires {
    private final Map<String, Wire> open = new ConcurrentHashMap<>();

    public boolean send(String name, String text) {
        Wire wire = open.get(name);
        if (wire == null || !wire.compareAndSet(0, 1)) return false;
        wire.send(text);
        wire.compareAndSet(1, 0);
        return true;
    }

    public void drop(String name) {
        Wire wire = open.remove(name);
        if (wire != null && wire.compareAndSet(0, -1)) wire.close();
    }
}
