// expect: silent
import java.util.concurrent.atomic.AtomicInteger;
public class Flags {
    private final AtomicInteger bits = new AtomicInteger();
    public void set(int mask) { bits.updateAndGet(b -> b | mask); }
    public void clear(int mask) {
        int b;
        do { b = bits.get(); } while (!bits.compareAndSet(b, b & ~mask));
    }
    public boolean has(int mask) { return (bits.get() & mask) != 0; }
}
