// expect: silent
public class Ids {
    private static long next = 1;
    private final long id;
    public Ids() { synchronized (Ids.class) { id = next++; } }
    public long id() { return id; }
}
