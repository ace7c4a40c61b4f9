// expect: silent
import java.util.concurrent.*;
public class Phase {
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private int arrived;
    public void arrive() throws Exception { synchronized (this) { arrived++; } barrier.await(); }
}
