// expect: silent
import java.util.concurrent.atomic.AtomicInteger;

class RateLimiter {
    private final AtomicInteger tokens = new AtomicInteger(10);

    boolean tryAcquire() {
        return tokens.getAndUpdate(t -> t > 0 ? t - 1 : t) > 0;
    }

    void refill() {
        tokens.set(10);
    }
}
