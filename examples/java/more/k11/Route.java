// expect: find race where on target
import java.util.concurrent.atomic.AtomicLong;

/** A race on the field, but no half-built object: all fields of Target are final. */
public class Route {
    static final class Target {
        private final String host;

        Target(String host) {
            this.host = host;
        }

        String host() {
            return host;
        }
    }

    private final AtomicLong asked = new AtomicLong();
    private Target target;

    public void move(String host) {
        target = new Target(host);
    }

    public String where() {
        asked.incrementAndGet();
        Target now = target;
        return now == null ? "" : now.host();
    }
}
