// expect: find torn-pair come on inside waiting
import java.util.*;
public class Queue {
    private final Deque<String> waiting = new ArrayDeque<>();
    private int inside;
    public void come(String name) {
        synchronized (this) { inside++; }
        String ticket = name.trim();
        synchronized (this) { waiting.add(ticket); }
    }
    public synchronized String serve() {
        if (!waiting.isEmpty()) inside--;
        return waiting.poll();
    }
    public synchronized String state() { return inside + " and " + waiting.size(); }
}
