// expect: find stale-check next on events
import java.util.concurrent.ConcurrentLinkedQueue;

/** Another call takes the last one: what is polled is null. */
public class Log {
    private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();

    public void add(String event) {
        events.add(event);
    }

    public int next() {
        if (events.size() > 0) {
            return events.poll().length();
        }
        return 0;
    }
}
