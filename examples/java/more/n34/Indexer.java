// expect: silent
import java.util.*;
import java.util.concurrent.*;
public class Indexer {
    public Map<Character, Integer> index(List<String> words) {
        Map<Character, Integer> counts = new ConcurrentHashMap<>();
        words.parallelStream().forEach(w -> counts.merge(w.charAt(0), 1, Integer::sum));
        return counts;
    }
}
