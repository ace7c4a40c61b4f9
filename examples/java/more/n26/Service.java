// expect: silent
public class Service {
    private Thread worker;
    private boolean stop;
    private int rounds;
    public synchronized void start() {
        worker = new Thread(() -> { while (!stopped()) step(); });
        worker.start();
    }
    private synchronized boolean stopped() { return stop; }
    private synchronized void step() { rounds++; }
    public void stop() throws InterruptedException {
        Thread w;
        synchronized (this) { stop = true; w = worker; }
        w.join();
    }
}
