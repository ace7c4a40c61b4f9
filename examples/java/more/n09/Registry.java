// expect: find iteration names bind on ports
import java.util.*;
public class Registry {
    private final Map<String, Integer> ports = Collections.synchronizedMap(new HashMap<>());
    public void bind(String name, int port) { ports.put(name, port); }
    public void unbind(String name) { ports.remove(name); }
    public String names() {
        StringBuilder b = new StringBuilder();
        Set<String> keys = ports.keySet();
        synchronized (keys) {
            for (String k : keys) b.append(k).append(' ');
        }
        return b.toString();
    }
}
