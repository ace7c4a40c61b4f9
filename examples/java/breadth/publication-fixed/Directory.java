// expect: silent
import java.util.concurrent.atomic.AtomicInteger;

class Directory {
    static class Table {
        int version;
        String[] names = new String[4];

        Table(int version) {
            this.version = version;
        }
    }

    private final AtomicInteger versions = new AtomicInteger();
    private volatile Table current = new Table(0);

    void reload() {
        Table fresh = new Table(versions.incrementAndGet());
        fresh.names[0] = "v" + fresh.version;
        current = fresh;
    }

    String lookup(int i) {
        Table t = current;
        return t.names[i];
    }
}
