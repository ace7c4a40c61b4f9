// expect: find lost-wake-up
import java.util.*;
import java.util.concurrent.locks.*;

public class TaskQueue {
    private final Lock lock = new ReentrantLock();
    private final Condition ready = lock.newCondition();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    public void submit(Runnable r) {
        lock.lock();
        try { tasks.add(r); ready.signal(); } finally { lock.unlock(); }
    }
    public Runnable next() throws InterruptedException {
        lock.lock();
        try {
            if (tasks.isEmpty()) ready.await();
            return tasks.remove();
        } finally { lock.unlock(); }
    }
}
