// expect: find any count on buckets
import java.util.*;
class Stripes {
    private final Object[] locks = new Object[8];
    private final List<Map<String, Integer>> buckets = new ArrayList<>();
    Stripes() {
        for (int i = 0; i < 8; i++) locks[i] = new Object();
        for (int i = 0; i < 64; i++) buckets.add(new HashMap<>());
    }
    private int bucketOf(String term) { return Math.floorMod(term.hashCode(), 64); }
    void count(String term) {
        synchronized (locks[Math.floorMod(term.hashCode(), 7)]) {
            buckets.get(bucketOf(term)).merge(term, 1, Integer::sum);
        }
    }
}
