// expect: silent
import java.util.concurrent.ConcurrentLinkedQueue;

/** One thread takes off what is too much; all others only add. */
public class Log extends Thread {
    private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();

    public void add(String event) {
        events.add(event);
    }

    @Override
    public void run() {
        while (events.size() > 100) {
            events.poll();
        }
    }
}
