// expect: silent
import java.util.*;
public class WordCount {
    private final Object[] locks = new Object[32];
    private final List<Map<String, Integer>> buckets = new ArrayList<>();
    public WordCount() {
        for (int i = 0; i < locks.length; i++) locks[i] = new Object();
        for (int i = 0; i < 20; i++) buckets.add(new HashMap<>());
    }
    public void count(String word) {
        int hash = word.hashCode() & 0x7fffffff;
        synchronized (locks[hash % buckets.size()]) {
            buckets.get(hash % buckets.size()).merge(word, 1, Integer::sum);
        }
    }
    public int of(String word) {
        int hash = word.hashCode() & 0x7fffffff;
        synchronized (locks[hash % buckets.size()]) {
            return buckets.get(hash % buckets.size()).getOrDefault(word, 0);
        }
    }
}
