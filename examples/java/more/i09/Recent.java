// expect: silent
import java.util.*;
import java.util.concurrent.*;
class Recent {
    private static final int KEEP = 50;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> incoming = new LinkedBlockingQueue<>();
    Recent() {
        Thread writer = new Thread(this::pump, "writer");
        writer.start();
    }
    private void pump() {
        try {
            while (true) {
                lines.add(incoming.take());
                if (lines.size() > KEEP) lines.remove(0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
    void offer(String line) { incoming.add(line); }
    List<String> snapshot() { return List.copyOf(lines); }
}
