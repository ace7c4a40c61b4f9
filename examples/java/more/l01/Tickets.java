// expect: find any next on lastNumber
/** A static counter behind the monitor of each object: two objects draw the same number. */
public class Tickets {
  private static int lastNumber;
  private final String prefix;

  public Tickets(String prefix) {
    this.prefix = prefix;
  }

  public synchronized String next() {
    int number = lastNumber + 1;
    lastNumber = number;
    return prefix + number;
  }
}
