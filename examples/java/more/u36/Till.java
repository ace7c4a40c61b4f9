// expect: silent
import java.util.*;
class Ledger {
    private long cash;
    private final List<String> lines = new ArrayList<>();
    synchronized void book(String text, long cents) {
        cash += cents;
        lines.add(text);
    }
    synchronized long cash() { return cash; }
}
public class Till {
    private final Ledger ledger;
    private final String name;
    public Till(Ledger ledger, String name) {
        this.ledger = ledger;
        this.name = name;
    }
    public synchronized void sell(long cents) {
        ledger.book(name, cents);
    }
    public synchronized long cash() {
        return ledger.cash();
    }
}
class Store {
    private final Ledger ledger = new Ledger();
    private final Till left = new Till(ledger, "left");
    private final Till right = new Till(ledger, "right");
    void open() {
        new Thread(() -> left.sell(100)).start();
        new Thread(() -> right.sell(200)).start();
    }
}
