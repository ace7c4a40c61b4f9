// expect: silent
import java.util.concurrent.atomic.*;
class Window {
    private record Bounds(int lower, int upper) {}
    private final AtomicReference<Bounds> bounds = new AtomicReference<>(new Bounds(0, 10));
    void setLower(int v) {
        while (true) {
            Bounds old = bounds.get();
            if (v > old.upper()) throw new IllegalArgumentException();
            if (bounds.compareAndSet(old, new Bounds(v, old.upper()))) return;
        }
    }
    void setUpper(int v) {
        bounds.updateAndGet(b -> {
            if (v < b.lower()) throw new IllegalArgumentException();
            return new Bounds(b.lower(), v);
        });
    }
    boolean contains(int v) { Bounds b = bounds.get(); return v >= b.lower() && v <= b.upper(); }
}
