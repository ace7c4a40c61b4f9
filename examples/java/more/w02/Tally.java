// expect: silent
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class Tally {
    interface Held extends AutoCloseable {
        void close();
    }

    private final Lock lock = new ReentrantLock();
    private int total;

    private Held hold() {
        lock.lock();
        return () -> lock.unlock();
    }

    public int add(int amount) {
        try (Held held = hold()) {
            if (amount == 0) return total;
            if (amount < 0) throw new IllegalArgumentException();
            total = total + amount;
        }
        return amount;
    }
}
