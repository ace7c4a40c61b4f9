// expect: silent
import java.util.ArrayList;
import java.util.List;

class Cells {
    private final List<Integer> cells = new ArrayList<>();
    private int sum;

    synchronized void add(int n) {
        cells.add(n);
    }

    synchronized int total() {
        sum = 0;
        cells.forEach(n -> sum += n);
        return sum;
    }
}
