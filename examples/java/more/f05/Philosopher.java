// expect: find deadlock
public class Philosopher implements Runnable {
    private final Object left;
    private final Object right;
    public Philosopher(Object left, Object right) { this.left = left; this.right = right; }
    public void run() {
        while (true) {
            synchronized (left) {
                synchronized (right) {
                    eat();
                }
            }
        }
    }
    private void eat() { }
}
