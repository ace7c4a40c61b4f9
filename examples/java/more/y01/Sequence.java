// expect: silent
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Sequence {
    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Sequence.class, "next", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long next;

    public long skipTo(long wanted) {
        while (true) {
            long was = (long) NEXT.getAcquire(this);
            if (was >= wanted) return was;
            if (NEXT.compareAndSet(this, was, wanted)) return wanted;
        }
    }

    public long take() {
        return (long) NEXT.getAndAdd(this, 1L);
    }
}
