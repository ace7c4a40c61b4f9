// expect: silent
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.*;
public class Votes {
    private static final class Round {
        private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();
    }
    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private volatile Round round = new Round();
    public void vote(String name) {
        gate.readLock().lock();
        try {
            round.counts.computeIfAbsent(name, key -> new LongAdder()).increment();
        } finally { gate.readLock().unlock(); }
    }
    public Map<String, Long> close() {
        Round over;
        gate.writeLock().lock();
        try {
            over = round;
            round = new Round();
        } finally { gate.writeLock().unlock(); }
        Map<String, Long> result = new HashMap<>();
        over.counts.forEach((name, count) -> result.put(name, count.sum()));
        return result;
    }
}
