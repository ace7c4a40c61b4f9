// expect: silent
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

public class BoundedPool<T> {
    private final Semaphore permits;
    private final ConcurrentLinkedQueue<T> idle = new ConcurrentLinkedQueue<>();
    private final Supplier<T> factory;

    public BoundedPool(int max, Supplier<T> factory) { permits = new Semaphore(max); this.factory = factory; }

    public T borrow() throws InterruptedException {
        permits.acquire();
        boolean ok = false;
        try {
        T item = idle.poll();
        if (item == null) item = factory.get();
        ok = true;
        return item;
        } finally {
            if (!ok) permits.release();
        }
    }

    public void give(T item) {
        idle.offer(item);
        permits.release();
    }
}
