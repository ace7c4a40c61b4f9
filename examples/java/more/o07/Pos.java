// expect: silent
import java.util.concurrent.atomic.*;
public class Pos {
    record P(int x, int y) {}
    private final AtomicReference<P> p = new AtomicReference<>(new P(0, 0));
    public void right() {
        while (true) {
            P old = p.get();
            if (p.compareAndSet(old, new P(old.x() + 1, old.y()))) return;
        }
    }
}
