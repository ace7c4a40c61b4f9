// expect: find lost-update tryAcquire on tokens
class RateLimiter {
    private volatile int tokens = 10;

    boolean tryAcquire() {
        if (tokens > 0) {
            tokens--;
            return true;
        }
        return false;
    }

    synchronized void refill() {
        tokens = 10;
    }
}
