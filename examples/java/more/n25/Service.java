// expect: find deadlock stop
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
    public synchronized void stop() throws InterruptedException {
        stop = true;
        worker.join();
    }
}
