// expect: find stale-check cancel on jobs
import java.util.Hashtable;
import java.util.Map;

class Jobs {
    private final Map<String, Thread> jobs = new Hashtable<>();

    synchronized void add(String name, Thread t) {
        jobs.put(name, t);
    }

    void cancel(String name) {
        if (jobs.containsKey(name)) {
            jobs.remove(name).interrupt();
        }
    }
}
