// expect: find lost-wake-up
import java.util.*;

public class TaskQueue {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean closed;
    public synchronized void submit(Runnable r) { tasks.add(r); notifyAll(); }
    public synchronized void close() { closed = true; }
    public synchronized Runnable next() throws InterruptedException {
        while (tasks.isEmpty() && !closed) wait();
        return tasks.poll();
    }
}
