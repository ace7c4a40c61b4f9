// expect: find any
public class Ids {
    private static long next = 1;
    private final long id;
    public Ids() { synchronized (this) { id = next++; } }
    public long id() { return id; }
}
