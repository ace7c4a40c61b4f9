// expect: find lost-wake-up put take
import java.util.*;
class Inbox {
    private final Deque<String> items = new ArrayDeque<>();
    synchronized void put(String item) {
        items.addLast(item);
        if (items.size() == 1) notify();
    }
    synchronized String take() throws InterruptedException {
        while (items.isEmpty()) wait();
        return items.removeFirst();
    }
}
