// expect: find stale-fill rate changed on rates
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
        String rate = bank.rateOf(currency);
        String other = rates.putIfAbsent(currency, rate);
        return other != null ? other : rate;
    }
    public void changed(String currency) { rates.remove(currency); }
}
