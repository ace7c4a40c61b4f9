// expect: find lost-update visit on n
class Visits {
    private volatile int n;

    void visit() {
        n++;
    }

    int count() {
        return n;
    }
}
