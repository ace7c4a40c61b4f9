// expect: find stale-check borrow on open
import java.util.*;
public class Conns {
    interface Factory { Object open() throws Exception; }
    private final Deque<Object> idle = new ArrayDeque<>();
    private final Factory factory;
    private int open;
    public Conns(Factory f) { factory = f; }
    public Object borrow() throws Exception {
        synchronized (this) {
            if (!idle.isEmpty()) return idle.pop();
            if (open >= 10) throw new IllegalStateException("full");
        }
        Object c = factory.open();
        synchronized (this) { open++; }
        return c;
    }
    public synchronized void back(Object c) { idle.push(c); }
}
