// expect: silent
import java.util.*;
import java.util.concurrent.*;
interface Bank { String rateOf(String currency); }
public class Rates {
    private final ConcurrentMap<String, String> rates = new ConcurrentHashMap<>();
    private final Bank bank;
    public Rates(Bank bank) { this.bank = bank; }
    public String rate(String currency) {
        String known = rates.get(currency);
        if (known != null) return known;
        return rates.computeIfAbsent(currency, bank::rateOf);
    }
    public void changed(String currency) { rates.remove(currency); }
}
