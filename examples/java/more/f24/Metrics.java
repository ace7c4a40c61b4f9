// expect: silent
public class Metrics {
    private static final class Snap { final long sum; final long count; Snap(long s, long c) { sum = s; count = c; } }
    private final java.util.concurrent.atomic.AtomicReference<Snap> state = new java.util.concurrent.atomic.AtomicReference<>(new Snap(0, 0));
    public void record(long v) { state.updateAndGet(s -> new Snap(s.sum + v, s.count + 1)); }
    public double mean() { Snap s = state.get(); return s.count == 0 ? 0 : (double) s.sum / s.count; }
    public void reset() { state.set(new Snap(0, 0)); }
}
