// expect: find any on batch
import java.util.*;
import java.util.concurrent.*;
class Collector {
    private final BlockingQueue<List<String>> ready = new LinkedBlockingQueue<>();
    private final List<String> batch = new ArrayList<>();
    synchronized void add(String line) throws InterruptedException {
        batch.add(line);
        if (batch.size() >= 16) {
            ready.put(batch);
            batch.clear();
        }
    }
    int consume() throws InterruptedException {
        int length = 0;
        for (String line : ready.take()) length += line.length();
        return length;
    }
}
