// expect: find stale-check sell on remaining
package demo;

public class TicketCounter {
    private int remaining;
    private final Object mutex = new Object();

    public TicketCounter(int n) { remaining = n; }

    public boolean hasTickets() { synchronized (mutex) { return remaining > 0; } }

    public boolean sell() {
        if (hasTickets()) {
            synchronized (mutex) {
                remaining--;
                return true;
            }
        }
        return false;
    }
}
