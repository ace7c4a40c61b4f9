// expect: find late-addition log dump on events
import java.util.*;
public class EventLog {
    private volatile List<String> events = Collections.synchronizedList(new ArrayList<>());
    public void log(String event) {
        events.add(event);
    }
    public String dump() {
        List<String> old = events;
        events = Collections.synchronizedList(new ArrayList<>());
        StringBuilder text = new StringBuilder();
        synchronized (old) {
            for (String event : old) text.append(event).append('\n');
        }
        return text.toString();
    }
}
