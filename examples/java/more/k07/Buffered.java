// expect: silent
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/** A stream belongs to whoever writes to it; only the count is shared. */
public class Buffered extends OutputStream {
    private static final AtomicLong total = new AtomicLong();
    private final byte[] bytes = new byte[100];
    private int used;

    @Override
    public void write(int b) throws IOException {
        if (used == bytes.length) used = 0;
        bytes[used++] = (byte) b;
        total.incrementAndGet();
    }
}
