// expect: find escape
class Meter {
    private final Thread poller;
    private volatile boolean running = true;
    private int interval = 100;
    Meter() {
        poller = new Thread(this::loop);
        poller.start();
        interval = Integer.getInteger("meter.interval", 100);
    }
    private void loop() { while (running) { try { Thread.sleep(interval); } catch (InterruptedException e) { return; } } }
    void stop() { running = false; }
}
