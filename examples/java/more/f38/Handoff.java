// expect: silent
public class Handoff {
    private int payload;
    private volatile boolean ready;
    public void publish(int p) {
        payload = p;
        ready = true;
    }
    public int consume() {
        while (!ready) Thread.onSpinWait();
        return payload;
    }
}
