// expect: silent
import java.util.*;
import java.util.concurrent.*;
interface Page { List<Page> linked(); String text(); }
public class Crawler {
    private final ExecutorService crawlers = Executors.newFixedThreadPool(4);
    public int words(Page page) { return count(page).join(); }
    private CompletableFuture<Integer> count(Page page) {
        List<CompletableFuture<Integer>> parts = page.linked().stream().map(this::count).toList();
        return CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0]))
                .thenApplyAsync(done -> parts.stream().map(CompletableFuture::join).mapToInt(Integer::intValue).sum(), crawlers);
    }
}
