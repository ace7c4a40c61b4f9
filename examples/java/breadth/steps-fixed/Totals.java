// expect: silent
class Totals {
    private int left = 100;
    private int right;

    void move(int steps) {
        for (int i = 0; i < steps; i++) {
            synchronized (this) {
                left--;
                right++;
            }
        }
    }

    synchronized int sum() {
        return left + right;
    }
}
