// expect: silent
import java.util.*;
public class Queue {
    private final Deque<String> waiting = new ArrayDeque<>();
    private int visits;
    public void come(String name) {
        synchronized (this) { visits++; }
        String ticket = name.trim();
        synchronized (this) { waiting.add(ticket); }
    }
    public synchronized String serve() {
        return waiting.poll();
    }
    public synchronized String state() { return visits + " and " + waiting.size(); }
}
