// expect: silent
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
interface Face { int width(char letter); void close(); }
interface Loader { Face load(String name); }
public class Fonts {
    private static final class Loaded {
        final Face face;
        final AtomicInteger users = new AtomicInteger();
        volatile long last;
        Loaded(Face face) { this.face = face; }
    }
    private final Map<String, Loaded> loaded = new HashMap<>();
    private final Loader loader;
    public Fonts(Loader loader) { this.loader = loader; }
    public int width(String name, char letter) {
        Loaded font = find(name);
        try {
            return font.face.width(letter);
        } finally {
            font.last = System.nanoTime();
            font.users.decrementAndGet();
        }
    }
    private Loaded find(String name) {
        synchronized (loaded) {
            Loaded font = loaded.get(name);
            if (font == null) {
                font = new Loaded(loader.load(name));
                loaded.put(name, font);
            }
            font.users.incrementAndGet();
            return font;
        }
    }
    public void unload() {
        synchronized (loaded) {
            Iterator<Loaded> all = loaded.values().iterator();
            while (all.hasNext()) {
                Loaded font = all.next();
                if (font.users.get() > 0) continue;
                all.remove();
                font.face.close();
            }
        }
    }
}
