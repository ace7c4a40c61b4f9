// expect: silent
import java.util.concurrent.atomic.*;
public class Allocator {
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger handedOut = new AtomicInteger();
    public int allocate(int n) {
        int cur;
        do {
            cur = next.get();
        } while (!next.compareAndSet(cur, cur + n));
        handedOut.addAndGet(n);
        return cur;
    }
    public int handedOut() { return handedOut.get(); }
}
