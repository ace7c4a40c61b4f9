// expect: silent
import java.util.concurrent.*;

public class Worker implements Runnable {
    private final BlockingQueue<String> in;
    private final BlockingQueue<String> out;
    private int handled;
    public Worker(BlockingQueue<String> in, BlockingQueue<String> out) { this.in = in; this.out = out; }
    @Override public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                String s = in.take();
                handled++;
                out.put(s.toUpperCase());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
