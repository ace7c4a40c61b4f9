// expect: find stale-check take giveBack on head
import java.util.concurrent.atomic.*;
public class SlotStack {
    private final AtomicInteger head = new AtomicInteger(-1);
    private final int[] next;
    public SlotStack(int size) {
        next = new int[size];
        for (int i = 0; i < size; i++) next[i] = i - 1;
        head.set(size - 1);
    }
    public int take() {
        while (true) {
            int top = head.get();
            if (top < 0) return -1;
            int below = next[top];
            if (head.compareAndSet(top, below)) return top;
        }
    }
    public void giveBack(int slot) {
        while (true) {
            int top = head.get();
            next[slot] = top;
            if (head.compareAndSet(top, slot)) return;
        }
    }
}
