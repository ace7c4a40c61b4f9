// expect: silent
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Downloader {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final AtomicInteger done = new AtomicInteger();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    public void fetchAll(List<String> urls) {
        for (String url : urls) {
            pool.execute(() -> {
                try {
                    fetch(url);
                    done.incrementAndGet();
                } catch (RuntimeException e) {
                    errors.add(url);
                }
            });
        }
    }
    void fetch(String url) { }
    public int done() { return done.get(); }
}
