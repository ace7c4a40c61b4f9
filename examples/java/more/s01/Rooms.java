// expect: find any leave on guestsByRoom
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

class Rooms {
    private final ConcurrentMap<String, Set<String>> guestsByRoom = new ConcurrentHashMap<>();

    public void enter(String room, String guest) {
        guestsByRoom.computeIfAbsent(room, name -> ConcurrentHashMap.newKeySet()).add(guest);
    }

    public void leave(String room, String guest) {
        Set<String> guests = guestsByRoom.get(room);
        if (guests == null) return;
        guests.remove(guest);
        if (guests.isEmpty()) guestsByRoom.remove(room, guests);
    }

    public boolean isTaken(String room) {
        return guestsByRoom.containsKey(room);
    }
}
