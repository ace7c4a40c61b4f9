// expect: silent
import java.util.concurrent.locks.ReentrantLock;

public class Stock {
    private final ReentrantLock lock = new ReentrantLock();
    private int left = 10;

    public void draw(int amount) {
        lock.lock();
        try {
            take(amount);
            lock.unlock();
        } catch (IllegalStateException e) {
            lock.unlock();
            throw e;
        }
    }

    private void take(int amount) {
        if (amount > left) throw new IllegalStateException("not enough");
        left = left - amount;
    }

    public int left() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }
}
