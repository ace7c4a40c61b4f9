// expect: find deadlock
import java.util.*;

public class Observers {
    public static class Model {
        private final List<View> views = new ArrayList<>();
        private int value;
        public synchronized void attach(View v) { views.add(v); }
        public synchronized void set(int v) { value = v; for (View view : views) view.changed(this); }
        public synchronized int get() { return value; }
    }
    public static class View {
        private int shown;
        public synchronized void changed(Model m) { shown = m.get(); }
        public synchronized void refresh(Model m) { shown = m.get(); }
    }
}
