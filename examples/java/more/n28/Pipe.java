// expect: silent
import java.util.concurrent.*;
public class Pipe {
    private final BlockingQueue<String> q = new ArrayBlockingQueue<>(10);
    private int sent, got;
    public void send(String s) throws InterruptedException { q.put(s); synchronized (this) { sent++; } }
    public String receive() throws InterruptedException { String s = q.take(); synchronized (this) { got++; } return s; }
}
