// expect: find any count on counts
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class WordCount {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    public void count(String word) {
        Integer old = counts.get(word);
        counts.put(word, old == null ? 1 : old + 1);
    }
    public int get(String w) { return counts.getOrDefault(w, 0); }
}
