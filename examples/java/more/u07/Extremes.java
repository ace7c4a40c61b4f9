// expect: find lost-update seen on range
import java.util.concurrent.atomic.AtomicReference;
final class Range {
    final int low, high;
    Range(int low, int high) { this.low = low; this.high = high; }
    Range with(int value) { return new Range(Math.min(low, value), Math.max(high, value)); }
}
public class Extremes {
    private final AtomicReference<Range> range = new AtomicReference<>(new Range(Integer.MAX_VALUE, Integer.MIN_VALUE));
    public void seen(int value) {
        Range current = range.get();
        Range next = current.with(value);
        while (!range.compareAndSet(current, next)) {
            current = range.get();
        }
    }
    public int spread() {
        Range now = range.get();
        return now.high - now.low;
    }
}
