// expect: find any visit on seen
import java.util.*;
import java.util.concurrent.*;

public class Crawler {
    private final Set<String> seen = new HashSet<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(8);
    public void visit(String url) {
        pool.submit(() -> {
            if (seen.add(url)) {
                for (String next : fetch(url)) visit(next);
            }
        });
    }
    private List<String> fetch(String url) { return List.of(); }
}
