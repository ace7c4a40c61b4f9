// expect: silent
import java.util.concurrent.atomic.AtomicReference;

public class Auction {
    public static final class Bid { final String who; final int amount; Bid(String w, int a) { who = w; amount = a; } }
    private final AtomicReference<Bid> best = new AtomicReference<>(new Bid("", 0));
    public boolean bid(String who, int amount) {
        Bid next = new Bid(who, amount);
        for (;;) {
            Bid current = best.get();
            if (amount <= current.amount) return false;
            if (best.compareAndSet(current, next)) return true;
        }
    }
}
