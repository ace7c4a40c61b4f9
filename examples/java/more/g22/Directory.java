// expect: silent
import java.util.*;
import java.util.concurrent.*;

public class Directory {
    private final ConcurrentHashMap<String, Set<String>> members = new ConcurrentHashMap<>();
    public void join(String group, String who) {
        members.computeIfAbsent(group, g -> ConcurrentHashMap.newKeySet()).add(who);
    }
    public boolean isMember(String group, String who) {
        Set<String> s = members.get(group);
        return s != null && s.contains(who);
    }
    public int groups() { return members.size(); }
}
