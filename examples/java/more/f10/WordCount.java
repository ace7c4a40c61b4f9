// expect: silent
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class WordCount {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    public void count(String word) {
        counts.merge(word, 1, Integer::sum);
    }
    public int get(String w) { return counts.getOrDefault(w, 0); }
}
