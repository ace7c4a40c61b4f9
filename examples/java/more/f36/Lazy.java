// expect: find any get on value
public class Lazy<T> {
    private final java.util.function.Supplier<T> s;
    private volatile T value;
    public Lazy(java.util.function.Supplier<T> s) { this.s = s; }
    public T get() {
        if (value == null) value = s.get();
        return value;
    }
}
