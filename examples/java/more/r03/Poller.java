// expect: silent
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
class Poller {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService io = Executors.newCachedThreadPool();
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile long cursor;
    void start() { clock.scheduleAtFixedRate(() -> io.execute(this::poll), 0, 1, TimeUnit.SECONDS); }
    private void poll() {
        if (!busy.compareAndSet(false, true)) return;
        try {
            cursor = fetch(cursor);
        } finally {
            busy.set(false);
        }
    }
    long fetch(long from) { return from + 1; }
}
