// expect: silent
import java.util.*;
public class Catalog {
    private volatile Map<String, Integer> prices;
    public Map<String, Integer> prices() {
        Map<String, Integer> p = prices;
        if (p == null) {
            synchronized (this) {
                p = prices;
                if (p == null) {
                    Map<String, Integer> fresh = new HashMap<>();
                    fresh.put("tea", 3);
                    fresh.put("milk", 2);
                    prices = p = fresh;
                }
            }
        }
        return p;
    }
}
