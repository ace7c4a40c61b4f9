// expect: find publication find load on table
import java.util.concurrent.CountDownLatch;
import java.util.Map;
import java.util.HashMap;

public class Registry {
    private final CountDownLatch ready = new CountDownLatch(1);
    private Map<String, String> table;

    public void load(Map<String, String> given) {
        Map<String, String> fresh = new HashMap<>(given);
        ready.countDown();
        table = fresh;
    }

    public String find(String key) throws InterruptedException {
        ready.await();
        return table.get(key);
    }
}
