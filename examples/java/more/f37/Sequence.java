// expect: find any next on values
import java.util.*;

public class Sequence {
    private final List<Integer> values = Collections.synchronizedList(new ArrayList<>());
    public int next() {
        int n = values.isEmpty() ? 0 : values.get(values.size() - 1) + 1;
        values.add(n);
        return n;
    }
    public void clear() { values.clear(); }
}
