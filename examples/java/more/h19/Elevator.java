// expect: find lost-wake-up
import java.util.concurrent.locks.*;
class Elevator {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private int floor;
    void waitFor(int f) throws InterruptedException {
        lock.lock();
        try { while (floor != f) moved.await(); } finally { lock.unlock(); }
    }
    void moveTo(int f) {
        lock.lock();
        try { floor = f; moved.signal(); } finally { lock.unlock(); }
    }
}
