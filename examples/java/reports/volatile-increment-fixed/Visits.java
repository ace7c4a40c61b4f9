// expect: silent
class Visits {
    private volatile int n;

    synchronized void visit() {
        n++;
    }

    int count() {
        return n;
    }
}
