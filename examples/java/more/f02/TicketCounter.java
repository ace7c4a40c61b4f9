// expect: silent
package demo;

public class TicketCounter {
    private int remaining;
    private final Object mutex = new Object();

    public TicketCounter(int n) { remaining = n; }

    public boolean hasTickets() { synchronized (mutex) { return remaining > 0; } }

    public boolean sell() {
        synchronized (mutex) {
            if (!hasTickets()) return false;
            remaining--;
            return true;
        }
    }
}
