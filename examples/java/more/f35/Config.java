// expect: find lost-update set on values
import java.util.*;

public class Config {
    private volatile Map<String, String> values = Collections.emptyMap();
    public String get(String k) { return values.get(k); }
    public void set(String k, String v) {
        Map<String, String> copy = new HashMap<>(values);
        copy.put(k, v);
        values = copy;
    }
}
