// expect: silent
import java.util.*;
import java.util.concurrent.*;

public class Scheduler {
    private final ExecutorService single = Executors.newSingleThreadExecutor();
    private final Map<String, Integer> state = new HashMap<>();
    public void set(String k, int v) { single.execute(() -> state.put(k, v)); }
    public void inc(String k) { single.execute(() -> { Integer o = state.get(k); state.put(k, o == null ? 1 : o + 1); }); }
}
