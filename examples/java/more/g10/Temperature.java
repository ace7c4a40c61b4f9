// expect: silent
public class Temperature {
    private double celsius;
    private long updatedAt;
    private final Object lock = new Object();
    public void update(double c) {
        long now = System.currentTimeMillis();
        synchronized (lock) {
            celsius = c;
            updatedAt = now;
        }
    }
    public String read() {
        synchronized (lock) {
            return celsius + "@" + updatedAt;
        }
    }
}
