// expect: find stale-check post on scheduled
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
public class Mailbox {
    private final ConcurrentLinkedQueue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Executor executor;
    public Mailbox(Executor executor) { this.executor = executor; }
    public void post(Runnable work) {
        inbox.add(work);
        trySchedule();
    }
    private void trySchedule() {
        if (!scheduled.get()) { scheduled.set(true); executor.execute(this::drain); }
    }
    private void drain() {
        try {
            Runnable next;
            while ((next = inbox.poll()) != null) next.run();
        } finally {
            scheduled.set(false);
        }
    }
}
