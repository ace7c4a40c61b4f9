// expect: silent
import java.util.concurrent.atomic.AtomicLong;

/** Reserve first, look at one's own number, undo: whoever is above the limit steps back. */
public class Limit {
    private final AtomicLong count = new AtomicLong();

    public boolean enter(long most) {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    public void leave() {
        count.decrementAndGet();
    }
}
