// expect: silent
import java.util.*;
import java.util.concurrent.CompletableFuture;
interface Uplink { CompletableFuture<Void> sendAsync(List<String> points); }
public class Tracker {
    private final Uplink uplink;
    private final List<String> points = new ArrayList<>();
    public Tracker(Uplink uplink) { this.uplink = uplink; }
    public synchronized void at(String point) {
        points.add(point);
        if (points.size() == 50) {
            uplink.sendAsync(new ArrayList<>(points));
            points.clear();
        }
    }
}
