// expect: silent
import java.util.concurrent.atomic.AtomicLong;

public class BlockIds {
    private final AtomicLong next = new AtomicLong();
    private long from;
    private long to;

    public synchronized long id() {
        if (from == to) {
            from = next.getAndAdd(100);
            to = from + 100;
        }
        return from++;
    }

    public void reserve(long count) {
        next.addAndGet(count);
    }
}
