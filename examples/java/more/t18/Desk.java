// expect: find race guests on guests
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the lock guards leaves the class as a view. */
public class Desk {
    private final List<String> guests = new ArrayList<>();

    public synchronized void arrive(String guest) {
        guests.add(guest);
    }

    public synchronized void leave(String guest) {
        guests.remove(guest);
    }

    public synchronized List<String> guests() {
        return Collections.unmodifiableList(guests);
    }
}
