// expect: find any tables on source tables
class Parser {
    private volatile String source;
    private volatile int[] tables;

    synchronized void load(String text) {
        source = text;
        tables = null;
    }

    int[] tables() {
        if (tables == null) {
            int[] made = new int[source.length()];
            source = null;
            tables = made;
        }
        return tables;
    }
}
