// expect: silent
/** Taken under the lock, twice perhaps: each time what is found is tested. */
public class Pool {
    private static final class Node {
        final String text;
        Node next;

        Node(String text) {
            this.text = text;
        }
    }

    private Node head;

    public synchronized void push(String text) {
        Node node = new Node(text);
        node.next = head;
        head = node;
    }

    private synchronized Node poll() {
        Node first = head;
        if (first != null) head = first.next;
        return first;
    }

    public int drain() {
        Node node = poll();
        if (node == null) {
            Thread.onSpinWait();
            node = poll();
            if (node == null) return 0;
        }
        return node.text.length();
    }
}
