// expect: find any best on scores
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Scores {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Integer> scores = new HashMap<>();

    int best(String player) {
        lock.readLock().lock();
        try {
            Integer score = scores.get(player);
            if (score == null) {
                score = 0;
                scores.put(player, score);
            }
            return score;
        } finally {
            lock.readLock().unlock();
        }
    }

    void report(String player, int score) {
        lock.writeLock().lock();
        try {
            scores.put(player, score);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
