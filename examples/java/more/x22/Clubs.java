// expect: silent
import java.util.*;
import java.util.concurrent.*;
public class Clubs {
    private final ConcurrentMap<String, Set<String>> clubs = new ConcurrentHashMap<>();
    public void join(String club, String name) {
        clubs.compute(club, (key, known) -> {
            Set<String> members = known == null ? ConcurrentHashMap.newKeySet() : known;
            members.add(name);
            return members;
        });
    }
    public void leave(String club, String name) {
        clubs.computeIfPresent(club, (key, members) -> {
            members.remove(name);
            return members.isEmpty() ? null : members;
        });
    }
    public int size(String club) { return clubs.getOrDefault(club, Set.of()).size(); }
}
