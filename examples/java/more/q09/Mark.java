// expect: silent
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Marked while it is checked, and unmarked: the mark is meant to be seen. */
public class Mark {
    private final Set<String> checking = new ConcurrentSkipListSet<>();

    public boolean check(String name) {
        checking.add(name);
        try {
            return name.startsWith("a");
        } finally {
            checking.remove(name);
        }
    }

    public boolean isChecking(String name) {
        return checking.contains(name);
    }
}
