// expect: find stale-check touch expire on sessions
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

class Sessions {
    static final class Session {
        final long at;

        Session(long at) {
            this.at = at;
        }

        Session renew() {
            return new Session(System.currentTimeMillis());
        }
    }

    private final ConcurrentMap<String, Session> sessions = new ConcurrentHashMap<>();

    void open(String id) {
        sessions.put(id, new Session(0));
    }

    void touch(String id) {
        Session s = sessions.get(id);
        if (s != null) {
            sessions.put(id, s.renew());
        }
    }

    void expire(String id) {
        sessions.remove(id);
    }
}
