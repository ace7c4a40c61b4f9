// expect: find stale-check order on stock
class Inventory {
    private int stock = 5;

    synchronized boolean available(int n) {
        return stock >= n;
    }

    synchronized void take(int n) {
        stock -= n;
    }

    synchronized void refill(int n) {
        stock += n;
    }
}

class Orders {
    private final Inventory inventory;

    Orders(Inventory inventory) {
        this.inventory = inventory;
    }

    boolean order(int n) {
        if (inventory.available(n)) {
            inventory.take(n);
            return true;
        }
        return false;
    }
}
