// expect: find deadlock transfer
import java.util.concurrent.locks.*;

public class Accounts {
    static class Acc { final Lock lock = new ReentrantLock(); long balance; }
    public void transfer(Acc a, Acc b, long amount) {
        a.lock.lock();
        try {
            b.lock.lock();
            try { a.balance -= amount; b.balance += amount; } finally { b.lock.unlock(); }
        } finally { a.lock.unlock(); }
    }
}
