// expect: find escape Listener
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

class Source {
    private final List<Consumer<String>> handlers = new CopyOnWriteArrayList<>();

    void register(Consumer<String> handler) {
        handlers.add(handler);
    }

    void publish(String event) {
        for (Consumer<String> handler : handlers) handler.accept(event);
    }
}

class Listener {
    private final StringBuffer log;

    Listener(Source source) {
        source.register(this::onEvent);
        this.log = new StringBuffer();
    }

    void onEvent(String event) {
        log.append(event);
    }
}
