// expect: silent
import java.util.concurrent.*;
public class Renderer {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final ExecutorService parts = Executors.newFixedThreadPool(2);
    public Future<String> render(String page) {
        return pool.submit(() -> {
            Future<String> header = parts.submit(() -> "header of " + page);
            Future<String> footer = parts.submit(() -> "footer of " + page);
            return header.get() + page + footer.get();
        });
    }
    public void stop() { pool.shutdown(); parts.shutdown(); }
}
