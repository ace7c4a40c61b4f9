// expect: silent
/** The same, behind the lock of the class. */
public class Tickets {
  private static int lastNumber;
  private final String prefix;

  public Tickets(String prefix) {
    this.prefix = prefix;
  }

  public String next() {
    synchronized (Tickets.class) {
      int number = lastNumber + 1;
      lastNumber = number;
      return prefix + number;
    }
  }
}
