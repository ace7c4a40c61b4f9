// expect: find stale-check returnOverdue on due
import java.util.*;
public class Lockers {
    private static final class Parcel {
        long due;
        boolean isHeld;
    }
    private final Map<Integer, Parcel> lockers = new HashMap<>();
    public synchronized void store(int locker, long due) {
        Parcel parcel = new Parcel();
        parcel.due = due;
        lockers.put(locker, parcel);
    }
    public synchronized boolean extend(int locker, long due) {
        Parcel parcel = lockers.get(locker);
        if (parcel == null) return false;
        parcel.due = due;
        return true;
    }
    public List<Integer> returnOverdue(long now) {
        List<Integer> overdue = new ArrayList<>();
        synchronized (this) {
            for (Map.Entry<Integer, Parcel> entry : lockers.entrySet()) {
                if (entry.getValue().due < now) overdue.add(entry.getKey());
            }
        }
        for (int locker : overdue) {
            synchronized (this) {
                Parcel parcel = lockers.get(locker);
                if (parcel == null) continue;
                lockers.remove(locker);
            }
        }
        return overdue;
    }
}
