// expect: silent
import java.util.concurrent.*;
public class Graph {
    private final ConcurrentHashMap<String, Integer> in = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> out = new ConcurrentHashMap<>();
    public void link(String a) {
        out.compute(a, (k, v) -> { in.merge(k, 1, Integer::sum); return v == null ? 1 : v + 1; });
    }
    public void unlink(String a) {
        out.compute(a, (k, v) -> { in.merge(k, -1, Integer::sum); return v == null ? -1 : v - 1; });
    }
}
