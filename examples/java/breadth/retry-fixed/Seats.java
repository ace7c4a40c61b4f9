// expect: silent
import java.util.concurrent.atomic.AtomicInteger;

class Seats {
    private final AtomicInteger free = new AtomicInteger(100);

    boolean book(int n) {
        while (true) {
            int now = free.get();
            if (now < n) return false;
            if (free.compareAndSet(now, now - n)) return true;
        }
    }

    void release(int n) {
        free.addAndGet(n);
    }
}
