// expect: find publication where on target
import java.util.concurrent.atomic.AtomicLong;

/** The reader can see a target without its host: the field is not final. */
public class Route {
    static final class Target {
        private String host;

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
