// expect: find any flush add on pending
import java.util.ArrayList;
import java.util.List;

class Batch {
    private List<String> pending = new ArrayList<>();

    synchronized void add(String line) {
        pending.add(line);
    }

    void flush(Appendable out) throws java.io.IOException {
        for (String line : pending) out.append(line);
        synchronized (this) {
            pending = new ArrayList<>();
        }
    }
}
