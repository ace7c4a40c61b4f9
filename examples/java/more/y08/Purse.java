// expect: find lost-update deposit on total
import java.util.function.IntConsumer;

public class Purse {
    private final Object lock = new Object();
    private int total;
    private final IntConsumer add = amount -> total = total + amount;

    public void deposit(int amount) {
        add.accept(amount);
    }

    public int total() {
        synchronized (lock) {
            return total;
        }
    }
}
