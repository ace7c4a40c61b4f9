// expect: find any send on sent
abstract class Channel {
    public void send(String text) {
        deliver(text);
    }

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
