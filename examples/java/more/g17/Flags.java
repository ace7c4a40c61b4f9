// expect: find lost-update
public class Flags {
    private volatile int bits;
    public void set(int mask) { bits |= mask; }
    public void clear(int mask) { bits &= ~mask; }
    public boolean has(int mask) { return (bits & mask) != 0; }
}
