// expect: silent
import java.util.concurrent.*;
public class Totals {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private int total;
    private synchronized void add(int n) { total += n; }
    private synchronized int total() { return total; }
    public int addAll(int[] xs) throws Exception {
        Future<?> f = pool.submit(() -> { for (int x : xs) add(x); });
        f.get();
        return total();
    }
}
