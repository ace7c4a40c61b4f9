// expect: silent
import java.util.*;
public class EventLog {
    private List<String> events = Collections.synchronizedList(new ArrayList<>());
    public synchronized void log(String event) {
        events.add(event);
    }
    public synchronized String dump() {
        List<String> old = events;
        events = Collections.synchronizedList(new ArrayList<>());
        StringBuilder text = new StringBuilder();
        synchronized (old) {
            for (String event : old) text.append(event).append('\n');
        }
        return text.toString();
    }
}
