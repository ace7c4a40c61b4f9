// expect: silent
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
class Slots {
    private final AtomicInteger free = new AtomicInteger(4);
    private final ConcurrentLinkedQueue<String> players = new ConcurrentLinkedQueue<>();
    private boolean take() {
        int seen;
        do {
            seen = free.get();
            if (seen <= 0) return false;
        } while (!free.compareAndSet(seen, seen - 1));
        return true;
    }
    boolean join(String player) {
        if (!take()) return false;
        players.add(player);
        return true;
    }
}
