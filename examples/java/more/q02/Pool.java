// expect: find any drain on head
/** What the first look found is taken for granted by the second. */
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

    private synchronized boolean isEmpty() {
        return head == null;
    }

    private synchronized Node poll() {
        Node first = head;
        head = first.next;
        return first;
    }

    public int drain() {
        return isEmpty() ? 0 : poll().text.length();
    }
}
