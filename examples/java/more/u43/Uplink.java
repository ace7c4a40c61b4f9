// expect: find closed-in-use send redial on link
import java.util.function.Supplier;

interface Link {
    void send(String text);

    void close();
}

public class Uplink {
    private volatile Link link;
    private final Supplier<Link> dial;

    public Uplink(Supplier<Link> dial) {
        this.dial = dial;
        this.link = dial.get();
    }

    public void send(String text) {
        Link now = link;
        if (now != null) now.send(text);
    }

    public void redial() {
        Link old = link;
        link = null;
        old.close();
        link = dial.get();
    }
}
