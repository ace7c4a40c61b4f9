// expect: silent
import java.util.concurrent.locks.StampedLock;
class Point {
    private final StampedLock sl = new StampedLock();
    private double x, y;
    void move(double dx, double dy) {
        long s = sl.writeLock();
        try { x += dx; y += dy; } finally { sl.unlockWrite(s); }
    }
    double distance() {
        long s = sl.tryOptimisticRead();
        double cx = x, cy = y;
        if (!sl.validate(s)) {
            s = sl.readLock();
            try { cx = x; cy = y; } finally { sl.unlockRead(s); }
        }
        return Math.sqrt(cx * cx + cy * cy);
    }
}
