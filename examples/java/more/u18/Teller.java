// expect: silent
import java.util.*;
class Ledger {
    private final Map<String, Long> balance = new HashMap<>();
    synchronized boolean has(String account) { return balance.containsKey(account); }
    synchronized void open(String account) { balance.put(account, 0L); }
    synchronized void pay(String account, long cents) { balance.merge(account, cents, Long::sum); }
    synchronized void openOnce(String account) { balance.putIfAbsent(account, 0L); }
}
public class Teller {
    private final Ledger ledger;
    public Teller(Ledger ledger) { this.ledger = ledger; }
    public void deposit(String account, long cents) {
        ledger.openOnce(account);
        ledger.pay(account, cents);
    }
}
