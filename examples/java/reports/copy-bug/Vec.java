// expect: find any Vec clear on count
class Vec {
    private Object[] data;
    private int count;

    Vec(int capacity) {
        data = new Object[capacity];
    }

    Vec(Vec c) {
        count = c.size();
        data = new Object[count];
        c.copyInto(data);
    }

    synchronized int size() {
        return count;
    }

    synchronized void copyInto(Object[] target) {
        System.arraycopy(data, 0, target, 0, count);
    }

    synchronized void clear() {
        count = 0;
    }

    synchronized void add(Object o) {
        data[count++] = o;
    }
}
