// expect: silent
import java.util.*;
import java.util.concurrent.locks.*;

public class TaskQueue {
    private final Lock lock = new ReentrantLock();
    private final Condition ready = lock.newCondition();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean closed;
    public void submit(Runnable r) {
        lock.lock();
        try {
            if (closed) throw new IllegalStateException();
            tasks.add(r);
            ready.signal();
        } finally { lock.unlock(); }
    }
    public void close() {
        lock.lock();
        try { closed = true; ready.signalAll(); } finally { lock.unlock(); }
    }
    public Runnable next() throws InterruptedException {
        lock.lock();
        try {
            while (tasks.isEmpty() && !closed) ready.await();
            return tasks.poll();
        } finally { lock.unlock(); }
    }
}
