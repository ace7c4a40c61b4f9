// expect: silent
class Bank {
    static class Account {
        private int balance;

        synchronized int get() {
            return balance;
        }

        synchronized void add(int amount) {
            balance += amount;
        }
    }

    private final Object transfers = new Object();

    void transfer(Account from, Account to, int amount) {
        synchronized (transfers) {
            from.add(-amount);
            to.add(amount);
        }
    }
}
