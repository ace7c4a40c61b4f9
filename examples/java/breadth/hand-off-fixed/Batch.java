// expect: silent
import java.util.ArrayList;
import java.util.List;

class Batch {
    private List<String> pending = new ArrayList<>();

    synchronized void add(String line) {
        pending.add(line);
    }

    void flush(Appendable out) throws java.io.IOException {
        List<String> mine;
        synchronized (this) {
            mine = pending;
            pending = new ArrayList<>();
        }
        for (String line : mine) out.append(line);
    }
}
