// expect: silent
import java.util.concurrent.atomic.AtomicReference;

public class Stack<T> {
    private static class Node<T> { final T value; Node<T> next; Node(T v) { value = v; } }
    private final AtomicReference<Node<T>> head = new AtomicReference<>();
    public void push(T v) {
        Node<T> n = new Node<>(v);
        Node<T> h;
        do {
            h = head.get();
            n.next = h;
        } while (!head.compareAndSet(h, n));
    }
    public T pop() {
        Node<T> h;
        do {
            h = head.get();
            if (h == null) return null;
        } while (!head.compareAndSet(h, h.next));
        return h.value;
    }
}
