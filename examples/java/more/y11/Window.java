// expect: silent
public class Window {
    private final Object lock = new Object();
    private volatile int low;
    private volatile int high;

    private class View {
        final int from;
        final int to;

        View() {
            synchronized (lock) {
                from = low;
                to = high;
            }
        }
    }

    public int width() {
        View view = new View();
        return view.to - view.from;
    }

    public void move(int by) {
        synchronized (lock) {
            low = low + by;
            high = high + by;
        }
    }
}
