// expect: silent
import java.util.concurrent.CopyOnWriteArrayList;

/** An element that was found is taken out as itself. */
public class Listeners {
    private final CopyOnWriteArrayList<Runnable> all = new CopyOnWriteArrayList<>();

    public void add(Runnable one) {
        all.add(one);
    }

    public void fire() {
        for (Runnable one : all) {
            if (one.hashCode() == 0) all.remove(one);
            else one.run();
        }
    }
}
