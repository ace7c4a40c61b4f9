// expect: silent
import java.util.*;
import java.util.concurrent.*;

public class Job {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    public int total(List<Integer> parts) throws Exception {
        List<Future<Integer>> futures = new ArrayList<>();
        for (Integer p : parts) futures.add(pool.submit(() -> p * p));
        int sum = 0;
        for (Future<Integer> f : futures) sum += f.get();
        return sum;
    }
}
