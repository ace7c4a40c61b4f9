// expect: silent
import java.util.concurrent.*;
import java.util.regex.*;
class Stamps {
    private static final Pattern SHAPE = Pattern.compile("[0-9]+");
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    Future<Boolean> check(String text) {
        return pool.submit(() -> SHAPE.matcher(text).matches());
    }
}
