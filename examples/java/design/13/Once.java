// expect: find stale-check run on done
import java.util.concurrent.atomic.AtomicBoolean;

class Once {
    private final AtomicBoolean done = new AtomicBoolean();

    void run(Runnable init) {
        if (!done.get()) {
            init.run();
            done.set(true);
        }
    }
}
