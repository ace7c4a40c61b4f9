// expect: find lost-wake-up
import java.util.LinkedList;
import java.util.Queue;

public class BoundedBuffer<T> {
    private final Queue<T> items = new LinkedList<>();
    private final int capacity;
    public BoundedBuffer(int capacity) { this.capacity = capacity; }
    public synchronized void put(T t) throws InterruptedException {
        while (items.size() == capacity) { wait(); }
        items.add(t);
        notify();
    }
    public synchronized T take() throws InterruptedException {
        while (items.isEmpty()) { wait(); }
        T t = items.remove();
        notify();
        return t;
    }
}
