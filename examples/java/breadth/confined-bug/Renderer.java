// expect: find any render on page
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class Renderer {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final StringBuilder page = new StringBuilder();

    Future<String> render(String title) {
        return pool.submit(() -> {
            page.setLength(0);
            page.append("<h1>").append(title).append("</h1>");
            return page.toString();
        });
    }
}
