// expect: find any report on name
import java.util.function.Consumer;

/** Handed on, it is more than a message. */
public class Door {
    private volatile Thread owner;
    private volatile String name;

    public synchronized void open(String given) {
        name = given;
        owner = Thread.currentThread();
    }

    public synchronized void close() {
        owner = null;
        name = null;
    }

    public void report(Consumer<String> to) {
        if (owner != null) to.accept(name.trim());
    }
}
