// expect: find stale-check take on first after
import java.util.concurrent.atomic.*;
public class Buffers {
    private final AtomicInteger first = new AtomicInteger(0);
    private final AtomicIntegerArray after = new AtomicIntegerArray(new int[] {1, 2, 3, -1});
    private final AtomicIntegerArray isTaken = new AtomicIntegerArray(4);
    public int take() {
        while (true) {
            int seen = first.get();
            int top = (int) seen;
            if (top == -1) return -1;
            int next = after.get(top);
            if (first.compareAndSet(seen, next)) {
                isTaken.set(top, 1);
                return top;
            }
        }
    }
    public void give(int buffer) {
        if (!isTaken.compareAndSet(buffer, 1, 0)) throw new IllegalStateException();
        while (true) {
            int seen = first.get();
            after.set(buffer, (int) seen);
            if (first.compareAndSet(seen, buffer)) return;
        }
    }
    private static long marked(long old, int buffer) {
        return ((old >>> 32) + 1 << 32) | (buffer & 0xffffffffL);
    }
}
