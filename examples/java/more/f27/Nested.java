// expect: find deadlock
import java.util.*;

public class Nested {
    private final Object lock = new Object();
    private final Queue<String> q = new ArrayDeque<>();
    public synchronized String take() throws InterruptedException {
        synchronized (lock) {
            while (q.isEmpty()) lock.wait();
            return q.poll();
        }
    }
    public synchronized void put(String s) {
        synchronized (lock) {
            q.add(s);
            lock.notifyAll();
        }
    }
}
