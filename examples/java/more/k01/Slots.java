// expect: silent
/** Each round takes the lock anew, and what it counts up it has read in the same round. */
public class Slots {
    private final Object lock = new Object();
    private int making;

    public boolean reserve(int most) {
        Boolean got = null;
        while (got == null) {
            synchronized (lock) {
                if (making < most) {
                    making++;
                    got = Boolean.TRUE;
                } else if (most == 0) {
                    got = Boolean.FALSE;
                }
            }
        }
        return got;
    }

    public void giveBack() {
        synchronized (lock) {
            making--;
        }
    }
}
