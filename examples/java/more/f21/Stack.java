// expect: find any pop on head
import java.util.concurrent.atomic.AtomicReference;

public class Stack<T> {
    private static class Node<T> { final T value; final Node<T> next; Node(T v, Node<T> n) { value = v; next = n; } }
    private final AtomicReference<Node<T>> head = new AtomicReference<>();
    public void push(T v) {
        Node<T> h = head.get();
        head.set(new Node<>(v, h));
    }
    public T pop() {
        Node<T> h = head.get();
        if (h == null) return null;
        head.set(h.next);
        return h.value;
    }
}
