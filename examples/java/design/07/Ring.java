// expect: find torn-pair size put on head tail
class Ring {
    private final Object[] cells = new Object[16];
    private volatile int head;
    private volatile int tail;

    synchronized void put(Object o) {
        cells[tail] = o;
        tail = (tail + 1) % cells.length;
        if (tail == head) {
            head = (head + 1) % cells.length;
        }
    }

    int size() {
        return (tail - head + cells.length) % cells.length;
    }
}
