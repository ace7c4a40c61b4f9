// expect: silent
import java.util.concurrent.locks.ReentrantLock;

class Meter {
    private final ReentrantLock lock = new ReentrantLock();
    private long sum;
    private int n;

    void record(String text) {
        int value = Integer.parseInt(text);
        lock.lock();
        try {
            sum += value;
            n++;
        } finally {
            lock.unlock();
        }
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
