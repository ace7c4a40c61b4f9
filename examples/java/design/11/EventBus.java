// expect: find any fire add on listeners
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

class EventBus {
    private final List<Consumer<String>> listeners = new ArrayList<>();

    synchronized void add(Consumer<String> listener) {
        listeners.add(listener);
    }

    void fire(String event) {
        for (Consumer<String> listener : listeners) {
            listener.accept(event);
        }
    }
}
