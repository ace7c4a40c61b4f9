// expect: silent
import java.util.concurrent.atomic.*;
public class Slots {
    private final AtomicInteger used = new AtomicInteger();
    private final int max;
    public Slots(int max) { this.max = max; }
    public boolean take() {
        int now = used.get();
        if (now >= max) return false;
        while (!used.compareAndSet(now, now + 1)) {
            now = used.get();
            if (now >= max) return false;
        }
        return true;
    }
    public void give() { used.decrementAndGet(); }
}
