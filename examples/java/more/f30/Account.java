// expect: silent
import java.util.concurrent.locks.*;

public class Account {
    private final Lock lock = new ReentrantLock();
    private long balance;
    public boolean transfer(Account to, long amount) {
        if (lock.tryLock()) {
            try {
                if (to.lock.tryLock()) {
                    try {
                        if (balance < amount) return false;
                        balance -= amount;
                        to.balance += amount;
                        return true;
                    } finally { to.lock.unlock(); }
                }
            } finally { lock.unlock(); }
        }
        return false;
    }
    public long balance() { lock.lock(); try { return balance; } finally { lock.unlock(); } }
}
