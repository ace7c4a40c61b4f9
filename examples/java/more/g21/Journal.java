// expect: find leak
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

public class Journal {
    private final ReentrantLock lock = new ReentrantLock();
    private int size;
    public void each(Consumer<Integer> c) {
        lock.lock();
        for (int i = 0; i < size; i++) c.accept(i);
        lock.unlock();
    }
    public void grow() { lock.lock(); try { size++; } finally { lock.unlock(); } }
}
