// expect: find late-submission send on isOpen letters
import java.util.concurrent.*;
interface Post { void send(String letter); }
public class Outbox {
    private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();
    private final Thread carrier;
    private final Post post;
    private volatile boolean isOpen = true;
    private Outbox(Post post) {
        this.post = post;
        carrier = new Thread(this::carry, "carrier");
    }
    public static Outbox start(Post post) {
        Outbox outbox = new Outbox(post);
        outbox.carrier.start();
        return outbox;
    }
    public boolean send(String letter) {
        {
            if (!isOpen) return false;
            letters.add(letter);
            return true;
        }
    }
    public void close() throws InterruptedException {
        synchronized (post) {
            isOpen = false;
        }
        carrier.join();
    }
    private void carry() {
        while (isOpen || !letters.isEmpty()) {
            String letter = next();
            if (letter != null) post.send(letter);
        }
    }
    private String next() {
        try {
            return letters.poll(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException end) {
            return null;
        }
    }
}
