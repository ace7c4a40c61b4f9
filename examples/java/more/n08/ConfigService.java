// expect: silent
import java.util.concurrent.*;
public class ConfigService {
    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private String fetch(String key) { return key.toUpperCase(); }
    public String value(String key) throws Exception {
        Future<String> f = worker.submit(() -> fetch(key));
        return f.get();
    }
    public void reload(String key) {
        worker.execute(() -> {
            System.out.println(fetch(key));
        });
    }
}
