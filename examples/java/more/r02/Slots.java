// expect: find stale-check join on free
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
class Slots {
    private final AtomicInteger free = new AtomicInteger(4);
    private final ConcurrentLinkedQueue<String> players = new ConcurrentLinkedQueue<>();
    private boolean take() {
        if (free.get() <= 0) return false;
        free.decrementAndGet();
        return true;
    }
    boolean join(String player) {
        if (!take()) return false;
        players.add(player);
        return true;
    }
}
