// expect: silent
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Names {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());

    void add(String name) {
        names.add(name);
    }

    String join() {
        StringBuilder all = new StringBuilder();
        synchronized (names) {
            for (String name : names) {
                all.append(name).append(' ');
            }
        }
        return all.toString();
    }
}
