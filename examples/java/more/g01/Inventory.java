// expect: find any
import java.util.HashMap;
import java.util.Map;

/** Tracks stock; shared by all request threads. */
public class Inventory {
    private final Map<String, Integer> stock = new HashMap<>();

    public void add(String sku, int n) {
        stock.put(sku, stock.getOrDefault(sku, 0) + n);
    }

    public boolean take(String sku, int n) {
        Integer have = stock.get(sku);
        if (have == null || have < n) return false;
        stock.put(sku, have - n);
        return true;
    }
}
