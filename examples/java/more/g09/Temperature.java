// expect: find any
public class Temperature {
    private double celsius;
    private long updatedAt;
    private final Object lock = new Object();
    public void update(double c) {
        synchronized (lock) {
            celsius = c;
        }
        updatedAt = System.currentTimeMillis();
    }
    public String read() {
        synchronized (lock) {
            return celsius + "@" + updatedAt;
        }
    }
}
