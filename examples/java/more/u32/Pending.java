// expect: silent
import java.util.*;
import java.util.concurrent.*;
public class Pending {
    private final ConcurrentMap<String, List<String>> byTable = new ConcurrentHashMap<>();
    public void order(String table, String dish) {
        byTable.compute(table, (t, known) -> {
            List<String> dishes = known == null ? new CopyOnWriteArrayList<>() : known;
            dishes.add(dish);
            return dishes;
        });
    }
    public int bill(String table) {
        List<String> dishes = byTable.remove(table);
        return dishes == null ? 0 : dishes.size();
    }
}
