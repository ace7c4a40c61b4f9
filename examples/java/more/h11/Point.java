// expect: find torn-pair distance on x y
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
        return Math.sqrt(cx * cx + cy * cy);
    }
}
