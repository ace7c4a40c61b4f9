// expect: silent
import java.util.concurrent.atomic.*;
public class FreeList {
    static final class Node { final int id; final Node next; Node(int id, Node next) { this.id = id; this.next = next; } }
    private final AtomicReference<Node> top = new AtomicReference<>();
    public void push(int id) {
        Node t, n;
        do { t = top.get(); n = new Node(id, t); } while (!top.compareAndSet(t, n));
    }
    public int pop() {
        Node t;
        do { t = top.get(); if (t == null) return -1; } while (!top.compareAndSet(t, t.next));
        return t.id;
    }
}
