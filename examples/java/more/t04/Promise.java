// expect: find torn-pair get complete on done value
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

public class Promise<T> {
    private T value;
    private boolean done;
    private List<Consumer<T>> callbacks = new ArrayList<>();

    public void complete(T given) {
        List<Consumer<T>> run;
        synchronized (this) {
            if (done) return;
            done = true;
            value = given;
            run = callbacks;
            callbacks = null;
            notifyAll();
        }
        for (Consumer<T> one : run) one.accept(given);
    }

    public void onDone(Consumer<T> callback) {
        synchronized (this) {
            if (!done) {
                callbacks.add(callback);
                return;
            }
        }
        callback.accept(value);
    }

    public T get() throws InterruptedException {
        if (!done) synchronized (this) { wait(); }
        return value;
    }
}
