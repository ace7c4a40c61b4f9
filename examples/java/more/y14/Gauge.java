// expect: find lost-update apply
public class Gauge {
    enum Change {
        UP {
            @Override
            int next(Gauge gauge, int old) {
                return old + gauge.step();
            }
        },
        DOWN {
            @Override
            int next(Gauge gauge, int old) {
                return old - gauge.step();
            }
        };

        abstract int next(Gauge gauge, int old);
    }

    private int level;

    synchronized int step() {
        return 2;
    }

    synchronized int level() {
        return level;
    }

    synchronized void level(int value) {
        level = value;
    }

    public void apply(Change change) {
        level(change.next(this, level()));
    }
}
