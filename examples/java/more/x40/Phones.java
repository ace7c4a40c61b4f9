// expect: find stale-check number on entries
import java.util.*;
import java.util.function.Function;
public class Phones {
    interface Line { void call(); }
    private record Entry(Line number, long until) { }
    private final Function<String, Line> directory;
    private final Map<String, Entry> entries = new HashMap<>();
    private long changes;
    public Phones(Function<String, Line> directory) { this.directory = directory; }
    public Line number(String name, long now) {
        long seen;
        synchronized (entries) {
            Entry entry = entries.get(name);
            if (entry != null && entry.until() > now) return entry.number();
            seen = changes;
        }
        Line number = directory.apply(name);
        synchronized (entries) {
            if (changes == seen) entries.put(name, new Entry(number, now + 60));
        }
        return number;
    }
    public void moved(String name) {
        synchronized (entries) {
            changes++;
            entries.remove(name);
        }
    }
}
