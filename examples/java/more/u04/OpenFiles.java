// expect: silent
import java.util.*;
import java.util.concurrent.*;
interface Reader { String read(int page); void close(); boolean isOld(); }
interface Opener { Reader open(String name); }
public class OpenFiles {
    private final Map<String, Reader> open = new HashMap<>();
    private final Opener opener;
    public OpenFiles(Opener opener) { this.opener = opener; }
    public synchronized String page(String name, int page) {
        Reader reader = open.computeIfAbsent(name, opener::open);
        return reader.read(page);
    }
    public synchronized void sweep() {
        Iterator<Reader> all = open.values().iterator();
        while (all.hasNext()) {
            Reader reader = all.next();
            if (reader.isOld()) {
                all.remove();
                reader.close();
            }
        }
    }
}
