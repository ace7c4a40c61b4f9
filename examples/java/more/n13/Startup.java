// expect: find lost-wake-up boot on ready
import java.util.concurrent.*;
public class Startup {
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile String address;
    public void boot(final String conf) {
        new Thread(new Runnable() {
            public void run() {
                if (conf == null) return;
                address = connect(conf);
                ready.countDown();
            }
        }).start();
    }
    private String connect(String conf) { return "x" + conf; }
    public String address() throws InterruptedException {
        ready.await();
        return address;
    }
}
