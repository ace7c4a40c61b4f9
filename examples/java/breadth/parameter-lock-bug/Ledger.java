// expect: find any post on total
class Entry {
    final int amount;

    Entry(int amount) {
        this.amount = amount;
    }
}

class Ledger {
    private int total;

    void post(Entry entry) {
        synchronized (entry) {
            total += entry.amount;
        }
    }

    int total() {
        synchronized (this) {
            return total;
        }
    }
}
