// expect: find monitor open
class Gate {
    private boolean open;

    synchronized void pass() throws InterruptedException {
        while (!open) wait();
    }

    void open() {
        synchronized (this) {
            open = true;
        }
        notify();
    }
}
