// expect: silent
class Meter {
    private final Thread poller;
    private volatile boolean running = true;
    private final int interval;
    Meter() {
        interval = Integer.getInteger("meter.interval", 100);
        poller = new Thread(this::loop);
    }
    void start() { poller.start(); }
    private void loop() { while (running) { try { Thread.sleep(interval); } catch (InterruptedException e) { return; } } }
    void stop() { running = false; }
}
