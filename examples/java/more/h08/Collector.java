// expect: silent
import java.util.concurrent.*;
import java.util.*;
class Collector {
    List<Integer> squares(int n) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Integer> out = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < n; i++) { final int k = i; pool.submit(() -> out.add(k * k)); }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        return out;
    }
}
