// expect: find lost-update right on p
import java.util.concurrent.atomic.*;
public class Pos {
    record P(int x, int y) {}
    private final AtomicReference<P> p = new AtomicReference<>(new P(0, 0));
    public void right() {
        int x = p.get().x() + 1;
        P old = p.get();
        p.compareAndSet(old, new P(x, old.y()));
    }
}
