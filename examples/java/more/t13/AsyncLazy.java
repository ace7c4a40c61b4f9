// expect: silent
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
public class AsyncLazy<T> {
    private final AtomicReference<CompletableFuture<T>> ref = new AtomicReference<>();
    private final Supplier<T> maker;
    public AsyncLazy(Supplier<T> maker) { this.maker = maker; }
    public CompletableFuture<T> get() {
        CompletableFuture<T> f = ref.get();
        if (f != null) return f;
        CompletableFuture<T> mine = new CompletableFuture<>();
        if (!ref.compareAndSet(null, mine)) return ref.get();
        try {
            mine.complete(maker.get());
        } catch (RuntimeException e) {
            mine.completeExceptionally(e);
        }
        return mine;
    }
}
