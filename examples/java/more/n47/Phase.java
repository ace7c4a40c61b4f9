// expect: find deadlock arrive
import java.util.concurrent.*;
public class Phase {
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private int arrived;
    public synchronized void arrive() throws Exception { arrived++; barrier.await(); }
}
