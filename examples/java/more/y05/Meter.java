// expect: silent
public class Meter {
    private final Object lock = new Object();
    private final Step step = new Count();
    private int count;

    private abstract class Step {
        abstract void apply(int amount);
    }

    private class Count extends Step {
        @Override
        void apply(int amount) {
            count = count + amount;
        }
    }

    public void run(int amount) {
        synchronized (lock) {
            step.apply(amount);
        }
    }

    public int count() {
        synchronized (lock) {
            return count;
        }
    }
}
