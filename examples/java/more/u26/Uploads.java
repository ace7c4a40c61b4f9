// expect: silent
import java.io.IOException;
import java.util.concurrent.Semaphore;
interface Target { void send(byte[] data) throws IOException; }
public class Uploads {
    private final Semaphore slots = new Semaphore(3);
    private final Target target;
    public Uploads(Target target) { this.target = target; }
    public boolean upload(byte[] data) throws InterruptedException {
        slots.acquire();
        try {
            target.send(data);
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            slots.release();
        }
    }
}
