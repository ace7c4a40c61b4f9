// expect: find stale-check setLower setUpper on lower upper
class Range {
    private volatile int lower = 0;
    private volatile int upper = 10;

    void setLower(int value) {
        if (value > upper) throw new IllegalArgumentException("lower > upper");
        lower = value;
    }

    void setUpper(int value) {
        if (value < lower) throw new IllegalArgumentException("upper < lower");
        upper = value;
    }
}
