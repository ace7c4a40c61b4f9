// expect: find any next on total
class Holder {
    private static int total;

    int next() {
        synchronized (getClass()) {
            total = total + 1;
            return total;
        }
    }
}

class SpecialHolder extends Holder {
}
