// expect: find any refresh on names
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Emptied and filled again: whoever looks in between finds nothing. */
public class Mark {
    private final Set<String> names = new ConcurrentSkipListSet<>();

    public void refresh(Set<String> given) {
        names.clear();
        names.addAll(given);
    }

    public boolean isKnown(String name) {
        return names.contains(name);
    }
}
