// expect: silent
import java.util.concurrent.atomic.*;
class TreiberStack<T> {
    private static final class Node<T> {
        final T item;
        Node<T> next;
        Node(T item) { this.item = item; }
    }
    private final AtomicReference<Node<T>> top = new AtomicReference<>();
    void push(T item) {
        Node<T> node = new Node<>(item);
        Node<T> old;
        do {
            old = top.get();
            node.next = old;
        } while (!top.compareAndSet(old, node));
    }
    T pop() {
        while (true) {
            Node<T> old = top.get();
            if (old == null) return null;
            if (top.compareAndSet(old, old.next)) return old.item;
        }
    }
}
