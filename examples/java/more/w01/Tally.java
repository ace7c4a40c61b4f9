// expect: find lost-update add on total
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
        return lock::unlock;
    }

    public void add(int amount) {
        int next;
        try (Held held = hold()) {
            next = total + amount;
        }
        total = next;
    }
}
