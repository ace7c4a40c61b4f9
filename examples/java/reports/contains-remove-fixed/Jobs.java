// expect: silent
import java.util.Hashtable;
import java.util.Map;

class Jobs {
    private final Map<String, Thread> jobs = new Hashtable<>();

    synchronized void add(String name, Thread t) {
        jobs.put(name, t);
    }

    void cancel(String name) {
        Thread t = jobs.remove(name);
        if (t != null) t.interrupt();
    }
}
