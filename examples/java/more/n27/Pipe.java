// expect: find deadlock send receive
import java.util.concurrent.*;
public class Pipe {
    private final BlockingQueue<String> q = new ArrayBlockingQueue<>(10);
    private int sent, got;
    public synchronized void send(String s) throws InterruptedException { q.put(s); sent++; }
    public synchronized String receive() throws InterruptedException { String s = q.take(); got++; return s; }
}
