// expect: silent
public class LinkedCells {
    static class Cell {
        private final Cell next;
        private int v;
        Cell(Cell next) { this.next = next; }
        synchronized int sum() { return v + (next == null ? 0 : next.sum()); }
        synchronized void set(int n) { v = n; }
    }
}
