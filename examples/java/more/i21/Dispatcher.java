// expect: find any on total
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
class Dispatcher {
    private final Map<String, Consumer<String>> handlers = new HashMap<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private long total;
    private final List<String> errors = new ArrayList<>();
    Dispatcher() {
        handlers.put("amount", this::onAmount);
        handlers.put("error", this::onError);
    }
    private void onAmount(String text) { total += Long.parseLong(text); }
    private void onError(String text) { errors.add(text); }
    void dispatch(String kind, String text) {
        Consumer<String> handler = handlers.get(kind);
        if (handler != null) pool.execute(() -> handler.accept(text));
    }
}
