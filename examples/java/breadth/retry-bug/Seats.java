// expect: find lost-update book on free
import java.util.concurrent.atomic.AtomicInteger;

class Seats {
    private final AtomicInteger free = new AtomicInteger(100);

    boolean book(int n) {
        int now = free.get();
        if (now < n) return false;
        free.set(now - n);
        return true;
    }

    void release(int n) {
        free.addAndGet(n);
    }
}
