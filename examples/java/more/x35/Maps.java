// expect: find late-addition read fold on sheets
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
public class Maps {
    public static final class Sheet {
        private final AtomicInteger readers = new AtomicInteger(1);
        boolean open() {
            for (;;) {
                int now = readers.get();
                if (now == 0) return false;
                if (readers.compareAndSet(now, now + 1)) return true;
            }
        }
        boolean leave() { return readers.get() <= 1; }
    }
    private final ConcurrentMap<String, Sheet> sheets = new ConcurrentHashMap<>();
    public Sheet read(String name) {
        for (;;) {
            Sheet sheet = sheets.computeIfAbsent(name, key -> new Sheet());
            if (sheet.open()) return sheet;
        }
    }
    public boolean fold(String name) {
        Sheet sheet = sheets.remove(name);
        return sheet != null && sheet.leave();
    }
}
