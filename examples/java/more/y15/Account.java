// expect: silent
public class Account {
    protected int balance;

    public synchronized void pay(int amount) {
        balance = balance - amount;
    }

    public synchronized int balance() {
        return balance;
    }

    public static class Generous extends Account {
        public synchronized void refund(int amount) {
            balance = balance + amount;
        }
    }
}
