// expect: silent
import java.util.concurrent.*;
public class Fib {
    private final ConcurrentMap<Integer, Long> memo = new ConcurrentHashMap<>();
    public long fib(int n) {
        if (n < 2) return n;
        Long known = memo.get(n);
        if (known != null) return known;
        long v = fib(n - 1) + fib(n - 2);
        memo.putIfAbsent(n, v);
        return v;
    }
}
