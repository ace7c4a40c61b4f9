// expect: silent
class Cart {
    private final Stock stock;
    private int items;

    Cart(Stock stock) {
        this.stock = stock;
    }

    synchronized void add() {
        stock.reserve();
        items++;
    }

    synchronized int items() {
        return items;
    }
}

class Stock {
    private final Audit audit;
    private int reserved;

    Stock(Audit audit) {
        this.audit = audit;
    }

    synchronized void reserve() {
        reserved++;
        audit.note("reserve");
    }

    synchronized int reserved() {
        return reserved;
    }
}

class Audit {
    private final StringBuilder log = new StringBuilder();
    private Cart cart;

    synchronized void watch(Cart watched) {
        cart = watched;
    }

    synchronized void note(String what) {
        log.append(what);
    }

    String snapshot() {
        Cart watched;
        String text;
        synchronized (this) {
            watched = cart;
            text = log.toString();
        }
        return text + ": " + watched.items();
    }
}
