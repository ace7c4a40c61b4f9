// expect: silent
public class Poller {
    private volatile boolean running = true;
    private final Thread worker = new Thread(this::loop);
    public void start() { worker.start(); }
    private void loop() {
        while (running) {
            poll();
        }
    }
    public void stop() { running = false; worker.interrupt(); }
    private void poll() { }
}
