// expect: find reuse send on text
import java.util.*;
import java.util.concurrent.*;
interface Gateway { void deliver(StringBuilder text); }
public class Newsletter {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final Gateway gateway;
    public Newsletter(Gateway gateway) { this.gateway = gateway; }
    public void send(List<String> readers) {
        StringBuilder text = new StringBuilder();
        for (String reader : readers) {
            text.setLength(0);
            text.append("Dear ").append(reader);
            pool.execute(() -> gateway.deliver(text));
        }
    }
}
