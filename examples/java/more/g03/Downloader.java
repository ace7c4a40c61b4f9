// expect: find any
import java.util.*;
import java.util.concurrent.*;

public class Downloader {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private int done;
    private final List<String> errors = new ArrayList<>();
    public void fetchAll(List<String> urls) {
        for (String url : urls) {
            pool.execute(() -> {
                try {
                    fetch(url);
                    done++;
                } catch (RuntimeException e) {
                    errors.add(url);
                }
            });
        }
    }
    void fetch(String url) { }
    public int done() { return done; }
}
