// expect: find leak record
import java.util.concurrent.locks.ReentrantLock;

class Meter {
    private final ReentrantLock lock = new ReentrantLock();
    private long sum;
    private int n;

    void record(String text) {
        lock.lock();
        int value = Integer.parseInt(text);
        sum += value;
        n++;
        lock.unlock();
    }

    double mean() {
        lock.lock();
        try {
            return n == 0 ? 0 : (double) sum / n;
        } finally {
            lock.unlock();
        }
    }
}
