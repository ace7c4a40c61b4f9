// expect: find lost-wake-up put take
class Slot {
    private Object item;

    synchronized void put(Object o) throws InterruptedException {
        while (item != null) wait();
        item = o;
        notify();
    }

    synchronized Object take() throws InterruptedException {
        while (item == null) wait();
        Object o = item;
        item = null;
        notify();
        return o;
    }
}
