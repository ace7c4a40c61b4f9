// expect: silent
class Account {
    private final int id;
    private int balance;

    Account(int id) {
        this.id = id;
    }

    void transfer(Account to, int amount) {
        Account first = id < to.id ? this : to;
        Account second = id < to.id ? to : this;
        synchronized (first) {
            synchronized (second) {
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    synchronized int balance() {
        return balance;
    }
}
