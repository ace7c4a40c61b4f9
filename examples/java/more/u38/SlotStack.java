// expect: silent
import java.util.concurrent.atomic.*;
public class SlotStack {
    private final AtomicStampedReference<Integer> head = new AtomicStampedReference<>(-1, 0);
    private final AtomicIntegerArray next;
    public SlotStack(int size) {
        next = new AtomicIntegerArray(size);
        for (int i = 0; i < size; i++) next.set(i, i - 1);
        head.set(size - 1, 0);
    }
    public int take() {
        while (true) {
            int[] stamp = new int[1];
            Integer top = head.get(stamp);
            if (top < 0) return -1;
            int below = next.get(top);
            if (head.compareAndSet(top, below, stamp[0], stamp[0] + 1)) return top;
        }
    }
    public void giveBack(int slot) {
        while (true) {
            int[] stamp = new int[1];
            Integer top = head.get(stamp);
            next.set(slot, top);
            if (head.compareAndSet(top, slot, stamp[0], stamp[0] + 1)) return;
        }
    }
}
