// expect: find any acquire
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;

public class ConnectionPool {
    private final int max;
    private final AtomicInteger open = new AtomicInteger();
    private final Deque<Object> idle = new ArrayDeque<>();
    public ConnectionPool(int max) { this.max = max; }
    public Object acquire() {
        synchronized (idle) {
            if (!idle.isEmpty()) return idle.pop();
        }
        if (open.get() < max) {
            open.incrementAndGet();
            return new Object();
        }
        return null;
    }
    public void release(Object c) { synchronized (idle) { idle.push(c); } }
}
