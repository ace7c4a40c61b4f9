// expect: find stale-check spend on credits
import java.util.concurrent.locks.StampedLock;
class Account {
    private final StampedLock lock = new StampedLock();
    private long credits;
    boolean spend(long amount) {
        long stamp = lock.readLock();
        try {
            if (credits < amount) return false;
            long converted = lock.tryConvertToWriteLock(stamp);
            if (converted != 0L) {
                stamp = converted;
            } else {
                lock.unlockRead(stamp);
                stamp = lock.writeLock();
            }
            credits -= amount;
            return true;
        } finally {
            lock.unlock(stamp);
        }
    }
}
