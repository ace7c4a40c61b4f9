// expect: silent
class Gate {
    private boolean open;

    synchronized void pass() throws InterruptedException {
        while (!open) wait();
    }

    synchronized void open() {
        open = true;
        notifyAll();
    }
}
