// expect: find any write on used
import java.io.IOException;
import java.io.OutputStream;

/** The stream has one caller, but empties itself from a thread of its own. */
public class Buffered extends OutputStream {
    private final byte[] bytes = new byte[100];
    private int used;

    public Buffered() {
        new Thread(this::empty).start();
    }

    @Override
    public void write(int b) throws IOException {
        if (used == bytes.length) used = 0;
        bytes[used++] = (byte) b;
    }

    private void empty() {
        if (used > 0) used = 0;
    }
}
