// expect: silent
import java.util.*;
import java.util.concurrent.*;
public class Collector {
    public List<String> collect(List<String> urls) {
        List<String> results = new ArrayList<>();
        List<CompletableFuture<String>> fs = new ArrayList<>();
        for (String u : urls)
            fs.add(CompletableFuture.supplyAsync(() -> u.trim()));
        for (CompletableFuture<String> f : fs) results.add(f.join());
        return results;
    }
}
