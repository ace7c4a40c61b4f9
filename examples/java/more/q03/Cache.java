// expect: silent
/** Objects of an inner class are changed by methods of the object around them, under its monitor. */
public class Cache {
    private int writes;

    public synchronized int writes() {
        return writes;
    }

    public Editor edit() {
        return new Editor();
    }

    private synchronized void count(Editor editor) {
        if (!editor.done) editor.changes = editor.changes + 1;
    }

    private synchronized int complete(Editor editor) {
        editor.done = true;
        writes += editor.changes;
        return editor.changes;
    }

    public final class Editor {
        private volatile int changes;
        private boolean done;

        public void change() {
            count(this);
        }

        public int commit() {
            return complete(this);
        }
    }
}
