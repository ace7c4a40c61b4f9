// expect: silent
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

    private Listener() {
        this.log = new StringBuffer();
    }

    static Listener listenTo(Source source) {
        Listener listener = new Listener();
        source.register(listener::onEvent);
        return listener;
    }

    void onEvent(String event) {
        log.append(event);
    }
}
