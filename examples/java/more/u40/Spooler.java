// expect: silent
import java.util.*;
import java.util.concurrent.*;
public class Spooler implements Runnable {
    private final Queue<String> jobs = new ConcurrentLinkedQueue<>();
    private volatile boolean stopping;
    public synchronized boolean print(String job) {
        if (stopping) return false;
        jobs.add(job);
        return true;
    }
    public synchronized void stop() { stopping = true; }
    @Override
    public void run() {
        while (!stopping) {
            String job = jobs.poll();
            if (job != null) System.out.println(job);
        }
        String rest;
        while ((rest = jobs.poll()) != null) System.out.println(rest);
    }
}
