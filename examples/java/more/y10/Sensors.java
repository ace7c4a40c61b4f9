// expect: find escape on seen
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleConsumer;

public class Sensors {
    static class Bus {
        private final List<DoubleConsumer> listeners = new CopyOnWriteArrayList<>();

        void subscribe(DoubleConsumer listener) {
            listeners.add(listener);
        }

        void deliver(double value) {
            for (DoubleConsumer listener : listeners) listener.accept(value);
        }
    }

    abstract static class Listener {
        protected final Bus bus;

        Listener(Bus bus) {
            this.bus = bus;
            bus.subscribe(this::handle);
        }

        protected abstract void handle(double value);
    }

    static final class Average extends Listener {
        private final List<Double> seen = new ArrayList<>();

        private Average(Bus bus) {
            super(bus);
        }

        @Override
        protected synchronized void handle(double value) {
            seen.add(value);
        }

        synchronized int count() {
            return seen.size();
        }
    }

    static Average attach(Bus bus) {
        return new Average(bus);
    }
}
