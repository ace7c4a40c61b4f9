// expect: find leak call
import java.util.concurrent.*;
class Leaky {
    private final Semaphore permits = new Semaphore(3);
    String call(String arg) throws Exception {
        permits.acquire();
        String r = remote(arg);
        permits.release();
        return r;
    }
    private String remote(String a) throws Exception { if (a == null) throw new Exception("no"); return a; }
}
