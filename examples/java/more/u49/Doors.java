// expect: find escape on doors
import java.util.*;
import java.util.function.Consumer;
public class Doors {
    public interface Feed { void subscribe(Consumer<String> listener); }
    private final Map<String, Integer> doors = new HashMap<>();
    public Doors(Feed feed, Collection<String> watched) {
        feed.subscribe(this::onEvent);
        for (String name : watched) doors.put(name, 0);
    }
    private synchronized void onEvent(String door) {
        Integer times = doors.get(door);
        if (times != null) doors.put(door, times + 1);
    }
    public synchronized int times(String door) { return doors.getOrDefault(door, 0); }
}
