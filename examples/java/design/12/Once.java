// expect: silent
import java.util.concurrent.atomic.AtomicBoolean;

class Once {
    private final AtomicBoolean done = new AtomicBoolean();

    void run(Runnable init) {
        if (done.compareAndSet(false, true)) {
            init.run();
        }
    }
}
