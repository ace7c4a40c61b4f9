// expect: find lost-wake-up put take
import java.util.concurrent.locks.*;
public class Ring {
    private final Object[] cells = new Object[8];
    private int head, size;
    private final Lock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition(), notEmpty = lock.newCondition();
    public void put(Object o) throws InterruptedException {
        lock.lock();
        try {
            while (size == cells.length) notFull.await();
            cells[(head + size++) % cells.length] = o;
            notFull.signal();
        } finally { lock.unlock(); }
    }
    public Object take() throws InterruptedException {
        lock.lock();
        try {
            while (size == 0) notEmpty.await();
            Object o = cells[head];
            head = (head + 1) % cells.length;
            size--;
            notFull.signal();
            return o;
        } finally { lock.unlock(); }
    }
}
