// expect: find stale-check weight on table
import java.util.*;
import java.util.function.Supplier;
public class Weights {
    private final Supplier<List<String>> source;
    private final Object gate = new Object();
    private volatile Map<String, Integer> table;
    public Weights(Supplier<List<String>> source) { this.source = source; }
    public int weight(List<String> words) {
        int sum = 0;
        for (String word : words) sum += table().getOrDefault(word, 1);
        return sum;
    }
    private Map<String, Integer> table() {
        Map<String, Integer> known = table;
        return known != null ? known : load();
    }
    private Map<String, Integer> load() {
        synchronized (gate) {
            {
                Map<String, Integer> fresh = new HashMap<>();
                for (String word : source.get()) fresh.put(word, 0);
                table = fresh;
            }
            return table;
        }
    }
}
