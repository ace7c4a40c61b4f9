// expect: find lost-update skipTo on next
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
        long was = (long) NEXT.getAcquire(this);
        long now = Math.max(was, wanted);
        NEXT.setRelease(this, now);
        return now;
    }

    public long take() {
        return (long) NEXT.getAndAdd(this, 1L);
    }
}
