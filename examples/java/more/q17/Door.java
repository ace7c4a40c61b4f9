// expect: silent
import java.util.logging.Logger;

/** What is only printed may be of another moment. */
public class Door {
    private static final Logger LOG = Logger.getLogger("door");
    private volatile Thread owner;
    private volatile String name;

    public synchronized void open(String given) {
        name = given;
        owner = Thread.currentThread();
    }

    public void report() {
        if (owner != null) LOG.info("opened by " + name);
    }
}
