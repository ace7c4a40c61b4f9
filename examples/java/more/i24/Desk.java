// expect: silent
import java.util.*;
interface FillListener { void filled(String id, long amount); }
class Book {
    private final List<String> open = new ArrayList<>();
    private FillListener listener;
    synchronized void listen(FillListener listener) { this.listener = listener; }
    synchronized void fill(String id, long amount) {
        open.remove(id);
        listener.filled(id, amount);
    }
    synchronized int pending() { return open.size(); }
}
class Risk implements FillListener {
    private final Limits limits;
    private long used;
    Risk(Limits limits) { this.limits = limits; }
    @Override public synchronized void filled(String id, long amount) {
        used += amount;
        limits.check(used);
    }
}
class Limits {
    private final Book book;
    private long limit = 100;
    Limits(Book book) { this.book = book; }
    synchronized void check(long used) { if (used > limit) limit = used; }
    void tighten() {
        int pending = book.pending();
        synchronized (this) { if (pending > 10) limit /= 2; }
    }
}
