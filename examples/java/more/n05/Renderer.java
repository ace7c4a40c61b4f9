// expect: find deadlock render on pool
import java.util.concurrent.*;
public class Renderer {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    public Future<String> render(String page) {
        return pool.submit(() -> {
            Future<String> header = pool.submit(() -> "header of " + page);
            Future<String> footer = pool.submit(() -> "footer of " + page);
            return header.get() + page + footer.get();
        });
    }
    public void stop() { pool.shutdown(); }
}
