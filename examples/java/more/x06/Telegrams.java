// expect: silent
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.*;
public class Telegrams {
    private final BlockingQueue<ByteBuffer> ready = new LinkedBlockingQueue<>();
    private final byte[] cells = new byte[64];
    private int used;
    public synchronized void put(byte cell) {
        cells[used++] = cell;
        if (used < cells.length) return;
        ready.add(ByteBuffer.wrap(Arrays.copyOf(cells, used)).slice());
        used = 0;
    }
    public ByteBuffer take() throws InterruptedException { return ready.take(); }
}
