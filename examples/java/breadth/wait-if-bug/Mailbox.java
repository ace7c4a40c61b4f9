// expect: find lost-wake-up take
import java.util.ArrayDeque;
import java.util.Deque;

class Mailbox {
    private final Deque<String> letters = new ArrayDeque<>();

    synchronized void post(String letter) {
        letters.add(letter);
        notifyAll();
    }

    synchronized String take() throws InterruptedException {
        if (letters.isEmpty()) wait();
        return letters.removeFirst();
    }
}
