// expect: silent
import java.util.*;
import java.util.concurrent.*;
public class Batcher {
    private final BlockingQueue<List<String>> full = new LinkedBlockingQueue<>();
    private final Object lock = new Object();
    private List<String> current = new ArrayList<>();
    public void add(String line) throws InterruptedException {
        synchronized (lock) {
            current.add(line);
            if (current.size() >= 100) {
                full.put(current);
                current = new ArrayList<>();
            }
        }
    }
    public int writeNext() throws InterruptedException {
        List<String> lines = full.take();
        int bytes = 0;
        for (String line : lines) bytes += line.length();
        return bytes;
    }
}
