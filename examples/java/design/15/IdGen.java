// expect: find any next reset on counter
class IdGen {
    private static int counter;

    static synchronized int next() {
        return counter++;
    }

    synchronized void reset() {
        counter = 0;
    }
}
