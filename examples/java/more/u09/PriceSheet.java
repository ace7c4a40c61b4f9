// expect: find stale-check price invalidate on prices
import java.util.concurrent.locks.*;
import java.util.function.Supplier;
final class PriceSheet {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private final Supplier<int[]> source;
    private int[] prices;
    private boolean valid;
    PriceSheet(Supplier<int[]> source) { this.source = source; }
    int price(int article) {
        rw.readLock().lock();
        if (!valid) {
            rw.readLock().unlock();
            rw.writeLock().lock();
            try {
                if (!valid) {
                    prices = source.get();
                    valid = true;
                }
            } finally {
                rw.writeLock().unlock();
            }
            rw.readLock().lock();
        }
        try {
            return prices[article];
        } finally {
            rw.readLock().unlock();
        }
    }
    void invalidate() {
        rw.writeLock().lock();
        try {
            prices = null;
            valid = false;
        } finally {
            rw.writeLock().unlock();
        }
    }
}
