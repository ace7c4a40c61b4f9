// expect: silent
class Parser {
    private volatile String source;
    private volatile int[] tables;

    synchronized void load(String text) {
        source = text;
        tables = null;
    }

    synchronized int[] tables() {
        if (tables == null) {
            int[] made = new int[source.length()];
            source = null;
            tables = made;
        }
        return tables;
    }
}
