// expect: silent
import java.util.*;
public class Paths implements Runnable {
    private final Map<String, List<String>> paths = new HashMap<>();
    private volatile boolean isOpen = true;
    private String wanted(int round) { return "p" + round; }
    public void run() {
        List<String> parts = null;
        for (int round = 0; isOpen; round++) {
            String path = wanted(round);
            synchronized (paths) {
                parts = paths.get(path);
                if (parts == null) {
                    parts = new ArrayList<>();
                    for (int at = 0; at < path.length(); at++) parts.add(path.substring(at));
                    paths.put(path, parts);
                }
            }
        }
    }
    public void forget() {
        synchronized (paths) { paths.clear(); }
    }
    public List<String> of(String path) {
        synchronized (paths) {
            List<String> known = paths.get(path);
            if (known == null) {
                known = new ArrayList<>();
                for (int at = 0; at < path.length(); at++) known.add(path.substring(at));
                paths.put(path, known);
            }
            return known;
        }
    }
}
