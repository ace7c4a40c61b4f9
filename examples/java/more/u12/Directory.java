// expect: silent
import java.util.*;
import java.util.stream.Collectors;
public class Directory {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());
    public void join(String name) { names.add(name); }
    public void leave(String name) { names.remove(name); }
    public List<String> startingWith(String prefix) {
        synchronized (names) {
            return names.stream().filter(n -> n.startsWith(prefix)).collect(Collectors.toList());
        }
    }
}
