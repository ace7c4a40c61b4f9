// expect: find race stop on running
public class Poller {
    private boolean running = true;
    private Thread worker;
    public void start() {
        worker = new Thread(() -> {
            while (running) {
                poll();
            }
        });
        worker.start();
    }
    public void stop() { running = false; }
    private void poll() { }
}
