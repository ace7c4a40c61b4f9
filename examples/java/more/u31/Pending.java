// expect: find late-addition order bill on byTable
import java.util.*;
import java.util.concurrent.*;
public class Pending {
    private final ConcurrentMap<String, List<String>> byTable = new ConcurrentHashMap<>();
    public void order(String table, String dish) {
        List<String> dishes = byTable.computeIfAbsent(table, t -> new CopyOnWriteArrayList<>());
        dishes.add(dish);
    }
    public int bill(String table) {
        List<String> dishes = byTable.remove(table);
        return dishes == null ? 0 : dishes.size();
    }
}
