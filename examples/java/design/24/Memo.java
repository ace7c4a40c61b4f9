// expect: silent
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Memo {
    private final Lock lock = new ReentrantLock();
    private final Map<Integer, Long> known = new HashMap<>();

    long compute(int n) {
        lock.lock();
        try {
            Long old = known.get(n);
            if (old != null) return old;
            long value = n < 2 ? n : compute(n - 1) + compute(n - 2);
            known.put(n, value);
            return value;
        } finally {
            lock.unlock();
        }
    }
}
