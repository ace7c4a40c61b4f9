// expect: find late-addition join leave on clubs
import java.util.*;
import java.util.concurrent.*;
public class Clubs {
    private final ConcurrentMap<String, Set<String>> clubs = new ConcurrentHashMap<>();
    public void join(String club, String name) {
        clubs.computeIfAbsent(club, key -> ConcurrentHashMap.newKeySet()).add(name);
    }
    public void leave(String club, String name) {
        clubs.computeIfPresent(club, (key, members) -> {
            members.remove(name);
            return members.isEmpty() ? null : members;
        });
    }
    public int size(String club) { return clubs.getOrDefault(club, Set.of()).size(); }
}
