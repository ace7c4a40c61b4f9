// expect: find leak parse on lock
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
class Meter {
    private final Map<String, Long> charged = new HashMap<>();
    synchronized void charge(String client, long units) { charged.merge(client, units, Long::sum); }
}
class Parser {
    private final Lock lock = new ReentrantLock();
    private final Meter meter;
    private final Function<String, String> fn;
    private int calls;
    Parser(Meter meter, Function<String, String> fn) { this.meter = meter; this.fn = fn; }
    String parse(String client, String s) {
        lock.lock();
        String x = fn.apply(s);
        meter.charge(client, 1);
        calls++;
        lock.unlock();
        return x;
    }
}
class Printer {
    private final Lock lock = new ReentrantLock();
    private final Meter meter;
    private final Function<String, String> fn;
    Printer(Meter meter, Function<String, String> fn) { this.meter = meter; this.fn = fn; }
    String print(String client, String s) {
        lock.lock();
        try {
            String x = fn.apply(s);
            meter.charge(client, 1);
            return x;
        } finally {
            lock.unlock();
        }
    }
}
class Shop {
    private final Meter meter = new Meter();
    private final Parser parser = new Parser(meter, String::trim);
    private final Printer printer = new Printer(meter, s -> s + "!");
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    void serve(String client, String s) {
        pool.submit(() -> printer.print(client, parser.parse(client, s)));
    }
}
