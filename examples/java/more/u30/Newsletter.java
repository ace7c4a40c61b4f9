// expect: silent
import java.util.*;
import java.util.concurrent.*;
interface Gateway { void deliver(StringBuilder text); }
public class Newsletter {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final Gateway gateway;
    public Newsletter(Gateway gateway) { this.gateway = gateway; }
    public void send(List<String> readers) {
        for (String reader : readers) {
            StringBuilder text = new StringBuilder();
            text.append("Dear ").append(reader);
            pool.execute(() -> gateway.deliver(text));
        }
    }
}
