// expect: find any on visits
import java.util.concurrent.*;
class Session {
    private final String id;
    private int visits;
    Session(String id) { this.id = id; }
    String id() { return id; }
    int visits() { return visits; }
    void visits(int n) { visits = n; }
}
class Tracker {
    void visit(Session session) {
        synchronized (session) { session.visits(session.visits() + 1); }
    }
}
class Auditor {
    void reset(Session session) {
        synchronized (session.id()) { session.visits(session.visits() - 1); }
    }
}
class Site {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Tracker tracker = new Tracker();
    private final Auditor auditor = new Auditor();
    void serve(Session session) {
        pool.submit(() -> tracker.visit(session));
        pool.submit(() -> auditor.reset(session));
    }
}
