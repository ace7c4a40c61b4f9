// expect: find nested-update fib on memo
import java.util.concurrent.*;
public class Fib {
    private final ConcurrentMap<Integer, Long> memo = new ConcurrentHashMap<>();
    public long fib(int n) {
        if (n < 2) return n;
        return memo.computeIfAbsent(n, k -> fib(k - 1) + fib(k - 2));
    }
}
