// expect: find any transfer on balance
class Bank {
    static class Account {
        private int balance;

        synchronized int get() {
            return balance;
        }

        synchronized void set(int amount) {
            balance = amount;
        }
    }

    void transfer(Account from, Account to, int amount) {
        from.set(from.get() - amount);
        to.set(to.get() + amount);
    }
}
