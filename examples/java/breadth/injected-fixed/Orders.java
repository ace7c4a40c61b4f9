// expect: silent
class Inventory {
    private int stock = 5;

    synchronized boolean tryTake(int n) {
        if (stock < n) return false;
        stock -= n;
        return true;
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
        return inventory.tryTake(n);
    }
}
