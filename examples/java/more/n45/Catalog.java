// expect: find publication prices on prices
import java.util.*;
public class Catalog {
    private volatile Map<String, Integer> prices;
    public Map<String, Integer> prices() {
        Map<String, Integer> p = prices;
        if (p == null) {
            synchronized (this) {
                p = prices;
                if (p == null) {
                    prices = p = new HashMap<>();
                    p.put("tea", 3);
                    p.put("milk", 2);
                }
            }
        }
        return p;
    }
}
