// expect: silent
import java.util.*;
import java.util.concurrent.Semaphore;

public class ConnectionPool {
    private final Semaphore permits;
    private final Deque<Object> idle = new ArrayDeque<>();
    public ConnectionPool(int max) { permits = new Semaphore(max); }
    public Object acquire() throws InterruptedException {
        permits.acquire();
        synchronized (idle) {
            return idle.isEmpty() ? new Object() : idle.pop();
        }
    }
    public void release(Object c) {
        synchronized (idle) { idle.push(c); }
        permits.release();
    }
}
