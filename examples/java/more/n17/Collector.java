// expect: find lost-update collect on results
import java.util.*;
import java.util.concurrent.*;
public class Collector {
    public List<String> collect(List<String> urls) {
        List<String> results = new ArrayList<>();
        List<CompletableFuture<Void>> fs = new ArrayList<>();
        for (String u : urls)
            fs.add(CompletableFuture.supplyAsync(() -> u.trim()).thenAccept(results::add));
        CompletableFuture.allOf(fs.toArray(new CompletableFuture[0])).join();
        return results;
    }
}
