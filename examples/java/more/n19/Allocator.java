// expect: find repeated-effect allocate on handedOut
import java.util.concurrent.atomic.*;
public class Allocator {
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger handedOut = new AtomicInteger();
    public int allocate(int n) {
        int cur;
        do {
            cur = next.get();
            handedOut.addAndGet(n);
        } while (!next.compareAndSet(cur, cur + n));
        return cur;
    }
    public int handedOut() { return handedOut.get(); }
}
