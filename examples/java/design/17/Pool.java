// expect: find stale-check borrow on count
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

class Pool<T> {
    private final Supplier<T> factory;
    private final Deque<T> idle = new ArrayDeque<>();
    private final int max;
    private int count;

    Pool(Supplier<T> factory, int max) {
        this.factory = factory;
        this.max = max;
    }

    T borrow() {
        synchronized (this) {
            if (!idle.isEmpty()) return idle.pop();
            if (count >= max) return null;
        }
        T made = factory.get();
        synchronized (this) {
            count++;
        }
        return made;
    }

    synchronized void giveBack(T object) {
        idle.push(object);
    }
}
