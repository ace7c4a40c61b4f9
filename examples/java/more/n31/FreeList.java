// expect: find stale-check pop on top
import java.util.concurrent.atomic.*;
public class FreeList {
    static final class Node { final int id; Node next; Node(int id) { this.id = id; } }
    private final AtomicReference<Node> top = new AtomicReference<>();
    public void push(Node n) {
        Node t;
        do { t = top.get(); n.next = t; } while (!top.compareAndSet(t, n));
    }
    public Node pop() {
        Node t, n;
        do { t = top.get(); if (t == null) return null; n = t.next; } while (!top.compareAndSet(t, n));
        return t;
    }
}
