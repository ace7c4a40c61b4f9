// expect: find stale-check enter on count
import java.util.concurrent.atomic.AtomicLong;

/** Look first, then count: two who look at the same time both enter. */
public class Limit {
    private final AtomicLong count = new AtomicLong();

    public boolean enter(long most) {
        if (count.get() >= most) return false;
        count.incrementAndGet();
        return true;
    }

    public void leave() {
        count.decrementAndGet();
    }
}
