// expect: find lost-update reserve on making
/** The count of an earlier round is written by a later one. */
public class Slots {
    private final Object lock = new Object();
    private int making;

    public boolean reserve(int most) {
        int seen = -1;
        for (int round = 0; round < 2; round++) {
            synchronized (lock) {
                if (seen >= 0) {
                    making = seen + 1;
                    return true;
                }
                seen = making;
            }
        }
        return false;
    }

    public void giveBack() {
        synchronized (lock) {
            making--;
        }
    }
}
