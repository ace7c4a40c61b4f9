// expect: find stale-check sit on seated
import java.util.*;
import java.util.concurrent.*;
public class WaitingRoom {
    private static final int SEATS = 20;
    private final Set<String> seated = ConcurrentHashMap.newKeySet();
    public boolean sit(String patient) {
        if (seated.size() >= SEATS) {
            return false;
        }
        return seated.add(patient);
    }
    public void call(String patient) {
        seated.remove(patient);
    }
    public boolean isSeated(String patient) { return seated.contains(patient); }
}
