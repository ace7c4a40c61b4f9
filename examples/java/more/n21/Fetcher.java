// expect: find surplus-release fetch on permits
import java.util.concurrent.*;
public class Fetcher {
    private final Semaphore permits = new Semaphore(4);
    public String fetch(String url) throws InterruptedException {
        try {
            permits.acquire();
            return url.trim();
        } finally {
            permits.release();
        }
    }
}
