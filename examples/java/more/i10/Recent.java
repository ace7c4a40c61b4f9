// expect: find any offer on lines
import java.util.*;
import java.util.concurrent.*;
class Recent {
    private static final int KEEP = 50;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private void keep(String line) {
        lines.add(line);
        if (lines.size() > KEEP) lines.remove(0);
    }
    void offer(String line) { pool.execute(() -> keep(line)); }
    List<String> snapshot() { return List.copyOf(lines); }
}
