// expect: find any
import java.util.*;

public class Bus {
    private final Map<String, List<Runnable>> handlers = new HashMap<>();
    public synchronized void on(String topic, Runnable r) {
        handlers.computeIfAbsent(topic, t -> new ArrayList<>()).add(r);
    }
    public void emit(String topic) {
        List<Runnable> list;
        synchronized (this) { list = handlers.get(topic); }
        if (list == null) return;
        for (Runnable r : list) r.run();
    }
}
