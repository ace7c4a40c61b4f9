// expect: find any refund on balance
public class Account {
    protected int balance;

    public synchronized void pay(int amount) {
        balance = balance - amount;
    }

    public synchronized int balance() {
        return balance;
    }

    public static class Generous extends Account {
        public void refund(int amount) {
            balance = balance + amount;
        }
    }
}
