// expect: find lost-wake-up run on done
import java.util.concurrent.*;
class Crawl implements Runnable {
    private final CountDownLatch done;
    private final String url;
    Crawl(CountDownLatch done, String url) { this.done = done; this.url = url; }
    public void run() {
        byte[] page = download(url);
        System.out.println(page.length);
        done.countDown();
    }
    private byte[] download(String u) {
        if (u.isEmpty()) throw new IllegalArgumentException("no url");
        return u.getBytes();
    }
}
public class Crawler {
    public void all(String[] urls) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(urls.length);
        for (String u : urls) new Thread(new Crawl(done, u)).start();
        done.await();
    }
}
