// expect: silent
public class Philosopher implements Runnable {
    private final Object first;
    private final Object second;
    public Philosopher(Object left, Object right, boolean odd) { this.first = odd ? left : right; this.second = odd ? right : left; }
    public void run() {
        while (true) {
            synchronized (first) {
                synchronized (second) {
                    eat();
                }
            }
        }
    }
    private void eat() { }
}
