// expect: silent
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class Renderer {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    Future<String> render(String title) {
        return pool.submit(() -> {
            StringBuilder page = new StringBuilder();
            page.append("<h1>").append(title).append("</h1>");
            return page.toString();
        });
    }
}
