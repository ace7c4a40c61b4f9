// expect: silent
import java.util.concurrent.atomic.LongAdder;

class Stats {
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    void hit() {
        hits.increment();
    }

    void miss() {
        misses.increment();
    }

    void report() {
        System.out.println(hits.sum() + " hits, " + misses.sum() + " misses");
    }
}
