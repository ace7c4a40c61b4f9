// expect: find deadlock words on crawlers
import java.util.*;
import java.util.concurrent.*;
interface Page { List<Page> linked(); String text(); }
public class Crawler {
    private final ExecutorService crawlers = Executors.newFixedThreadPool(4);
    public int words(Page page) { return count(page).join(); }
    private CompletableFuture<Integer> count(Page page) {
        return CompletableFuture.supplyAsync(() -> {
            List<CompletableFuture<Integer>> parts = page.linked().stream().map(this::count).toList();
            return parts.stream().map(CompletableFuture::join).mapToInt(Integer::intValue).sum();
        }, crawlers);
    }
}
