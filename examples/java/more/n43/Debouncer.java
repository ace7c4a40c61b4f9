// expect: find lost-update trigger on pending
import java.util.concurrent.*;
public class Debouncer {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private volatile ScheduledFuture<?> pending;
    public void trigger(Runnable r) {
        if (pending != null) pending.cancel(false);
        pending = timer.schedule(r, 100, TimeUnit.MILLISECONDS);
    }
}
