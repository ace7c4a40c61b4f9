// expect: find any start on pool
/** The same in a class that is not a builder. */
public class Ids {
    private java.util.concurrent.ExecutorService pool;

    public void start(Runnable task) {
        if (pool == null) pool = java.util.concurrent.Executors.newCachedThreadPool();
        pool.execute(task);
    }

    public synchronized void stop() {
        if (pool != null) pool.shutdown();
    }
}
