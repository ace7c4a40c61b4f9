// expect: silent
import java.util.concurrent.*;
public class Debouncer {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private ScheduledFuture<?> pending;
    public synchronized void trigger(Runnable r) {
        if (pending != null) pending.cancel(false);
        pending = timer.schedule(r, 100, TimeUnit.MILLISECONDS);
    }
}
