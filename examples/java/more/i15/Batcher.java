// expect: find any produce on ready
import java.util.*;
import java.util.concurrent.*;
class Batcher {
    private static final int SIZE = 16;
    private final BlockingQueue<List<String>> ready = new LinkedBlockingQueue<>();
    Batcher() {
        Thread consumer = new Thread(this::drain);
        consumer.start();
    }
    void produce(Iterator<String> source) throws InterruptedException {
        List<String> batch = new ArrayList<>();
        while (source.hasNext()) {
            batch.add(source.next());
            if (batch.size() == SIZE) {
                ready.put(batch);
                batch.clear();
            }
        }
    }
    private void drain() {
        try {
            while (true) {
                List<String> batch = ready.take();
                for (String line : batch) System.out.println(line);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
