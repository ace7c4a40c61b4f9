// expect: silent
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

class Rooms {
    private final ConcurrentMap<String, Set<String>> guestsByRoom = new ConcurrentHashMap<>();

    public void enter(String room, String guest) {
        guestsByRoom.compute(room, (name, guests) -> {
            Set<String> all = guests == null ? ConcurrentHashMap.newKeySet() : guests;
            all.add(guest);
            return all;
        });
    }

    public void leave(String room, String guest) {
        guestsByRoom.computeIfPresent(room, (name, guests) -> {
            guests.remove(guest);
            return guests.isEmpty() ? null : guests;
        });
    }

    public boolean isTaken(String room) {
        return guestsByRoom.containsKey(room);
    }
}
