// expect: find lost-update start on cursor
import java.util.concurrent.*;
class Poller {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService io = Executors.newCachedThreadPool();
    private volatile long cursor;
    void start() { clock.scheduleAtFixedRate(() -> io.execute(this::poll), 0, 1, TimeUnit.SECONDS); }
    private void poll() { cursor = fetch(cursor); }
    long fetch(long from) { return from + 1; }
}
