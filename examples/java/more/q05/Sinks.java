// expect: silent
/** A step that the class above declares for itself and calls under its lock; the subclass opens it. */
abstract class Sink {
    public synchronized void write(String text) {
        append(text);
    }

    protected abstract void append(String text);
}

class Counting extends Sink {
    private int count;

    @Override
    public void append(String text) {
        count = count + text.length();
    }

    public synchronized int count() {
        return count;
    }
}
