// expect: find deadlock transfer
class Account {
    private int balance;

    void transfer(Account to, int amount) {
        synchronized (this) {
            synchronized (to) {
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    synchronized int balance() {
        return balance;
    }
}
