// expect: silent
abstract class Channel {
    public synchronized void send(String text) {
        deliver(text);
    }

    /** A step of send, which holds the lock. */
    protected abstract void deliver(String text);
}

class Counting extends Channel {
    private int sent;

    @Override
    protected void deliver(String text) {
        sent += text.length();
    }

    public synchronized int sent() {
        return sent;
    }
}
