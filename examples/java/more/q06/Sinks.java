// expect: find any write on count
/** The class above holds no lock when it calls the step. */
abstract class Sink {
    public void write(String text) {
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
