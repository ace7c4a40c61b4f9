// expect: silent
import java.util.concurrent.*;
class Leaky {
    private final Semaphore permits = new Semaphore(3);
    String call(String arg) throws Exception {
        permits.acquire();
        try { return remote(arg); } finally { permits.release(); }
    }
    private String remote(String a) throws Exception { if (a == null) throw new Exception("no"); return a; }
}
