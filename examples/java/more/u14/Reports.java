// expect: silent
import java.text.SimpleDateFormat;
import java.util.*;
import java.util.concurrent.*;
public class Reports {
    private static final Map<String, Integer> COUNTS = new HashMap<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    public void print(String kind) {
        pool.execute(() -> count(kind));
    }
    private void count(String kind) {
        synchronized (COUNTS) {
        Integer old = COUNTS.get(kind);
        COUNTS.put(kind, old == null ? 1 : old + 1);
        }
    }
}
