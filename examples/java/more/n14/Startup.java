// expect: silent
import java.util.concurrent.*;
public class Startup {
    private final CountDownLatch ready = new CountDownLatch(1);
    private volatile String address;
    public void boot(final String conf) {
        new Thread(new Runnable() {
            public void run() {
                try {
                    if (conf == null) return;
                    address = connect(conf);
                } finally {
                    ready.countDown();
                }
            }
        }).start();
    }
    private String connect(String conf) { return "x" + conf; }
    public String address() throws InterruptedException {
        ready.await();
        return address;
    }
}
