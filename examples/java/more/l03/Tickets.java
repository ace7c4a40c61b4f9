// expect: silent
/** The same behind the monitor of the only object that there is. */
public class Tickets {
  private static final Tickets ONLY = new Tickets();
  private static int lastNumber;

  private Tickets() {}

  public static Tickets get() {
    return ONLY;
  }

  public synchronized int next() {
    int number = lastNumber + 1;
    lastNumber = number;
    return number;
  }
}
