// expect: silent
class Range {
    private volatile int lower = 0;
    private volatile int upper = 10;

    synchronized void setLower(int value) {
        if (value > upper) throw new IllegalArgumentException("lower > upper");
        lower = value;
    }

    synchronized void setUpper(int value) {
        if (value < lower) throw new IllegalArgumentException("upper < lower");
        upper = value;
    }

    int getLower() {
        return lower;
    }

    int getUpper() {
        return upper;
    }
}
