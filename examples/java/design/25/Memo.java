// expect: find leak get
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

abstract class Memo {
    private final Lock lock = new ReentrantLock();
    private final Map<Integer, Long> known = new HashMap<>();

    abstract long load(int n);

    long get(int n) {
        lock.lock();
        Long old = known.get(n);
        if (old == null) {
            old = load(n);
            known.put(n, old);
        }
        lock.unlock();
        return old;
    }
}
