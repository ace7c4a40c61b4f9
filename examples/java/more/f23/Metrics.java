// expect: find any record on sum count
import java.util.concurrent.atomic.AtomicLong;

public class Metrics {
    private final AtomicLong sum = new AtomicLong();
    private final AtomicLong count = new AtomicLong();
    public void record(long v) { sum.set(sum.get() + v); count.incrementAndGet(); }
    public double mean() { long c = count.get(); return c == 0 ? 0 : (double) sum.get() / c; }
    public void reset() { sum.set(0); count.set(0); }
}
