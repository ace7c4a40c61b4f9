// expect: find closed-in-use page sweep on open
import java.util.*;
import java.util.concurrent.*;
interface Reader { String read(int page); void close(); boolean isOld(); }
interface Opener { Reader open(String name); }
public class OpenFiles {
    private final Map<String, Reader> open = new ConcurrentHashMap<>();
    private final Opener opener;
    public OpenFiles(Opener opener) { this.opener = opener; }
    public String page(String name, int page) {
        Reader reader = open.computeIfAbsent(name, opener::open);
        return reader.read(page);
    }
    public void sweep() {
        for (Map.Entry<String, Reader> entry : open.entrySet()) {
            if (entry.getValue().isOld()) {
                open.remove(entry.getKey());
                entry.getValue().close();
            }
        }
    }
}
