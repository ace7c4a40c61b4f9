// expect: silent
import java.util.*;
public class Names {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());
    public void add(String name) { names.add(name); }
    public int letters() {
        int[] sum = {0};
        names.forEach(name -> sum[0] += name.length());
        return sum[0];
    }
}
