// expect: silent
class Slot {
    private Object item;

    synchronized void put(Object o) throws InterruptedException {
        while (item != null) wait();
        item = o;
        notifyAll();
    }

    synchronized Object take() throws InterruptedException {
        while (item == null) wait();
        Object o = item;
        item = null;
        notifyAll();
        return o;
    }
}
