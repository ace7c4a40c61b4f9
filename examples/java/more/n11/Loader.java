// expect: find lost-wake-up loadAll on done
import java.util.*;
import java.util.concurrent.*;
public class Loader {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    interface Source { String read() throws Exception; }
    public void loadAll(List<Source> sources) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(sources.size());
        for (Source s : sources) {
            pool.execute(() -> {
                try {
                    System.out.println(s.read());
                    done.countDown();
                } catch (Exception e) {
                    System.err.println("failed " + e);
                }
            });
        }
        done.await();
    }
}
