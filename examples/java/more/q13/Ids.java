// expect: silent
/** Collects parts for whoever makes the object, in one thread. */
public class Ids {
    private volatile int last;

    public void put(int id) {
        last = id;
    }

    public static class IdsBuilder {
        private final Object owner = Thread.currentThread();
        private String prefix;
        private java.util.concurrent.ExecutorService pool;

        public IdsBuilder prefix(String given) {
            if (prefix == null) prefix = given;
            return this;
        }

        public Ids build() {
            if (pool == null) pool = java.util.concurrent.Executors.newCachedThreadPool();
            return new Ids();
        }
    }
}
