// expect: find lost-update index on counts
import java.util.*;
public class Indexer {
    public Map<Character, Integer> index(List<String> words) {
        Map<Character, Integer> counts = new HashMap<>();
        words.parallelStream().forEach(w -> counts.merge(w.charAt(0), 1, Integer::sum));
        return counts;
    }
}
