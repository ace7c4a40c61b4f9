// expect: find stale-check dropLast on all
import java.util.concurrent.CopyOnWriteArrayList;

/** An index that was computed from the size may be of another element, or of none. */
public class Listeners {
    private final CopyOnWriteArrayList<Runnable> all = new CopyOnWriteArrayList<>();

    public void add(Runnable one) {
        all.add(one);
    }

    public void dropLast() {
        if (all.size() > 0) all.remove(all.size() - 1);
    }
}
