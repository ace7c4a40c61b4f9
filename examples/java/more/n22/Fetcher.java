// expect: silent
import java.util.concurrent.*;
public class Fetcher {
    private final Semaphore permits = new Semaphore(4);
    public String fetch(String url) throws InterruptedException {
        permits.acquire();
        try {
            return url.trim();
        } finally {
            permits.release();
        }
    }
}
