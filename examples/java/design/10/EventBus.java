// expect: silent
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

class EventBus {
    private final List<Consumer<String>> listeners = new ArrayList<>();

    synchronized void add(Consumer<String> listener) {
        listeners.add(listener);
    }

    void fire(String event) {
        List<Consumer<String>> copy;
        synchronized (this) {
            copy = new ArrayList<>(listeners);
        }
        for (Consumer<String> listener : copy) {
            listener.accept(event);
        }
    }
}
