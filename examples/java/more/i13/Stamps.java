// expect: find any on matcher
import java.util.concurrent.*;
import java.util.regex.*;
class Stamps {
    private static final Pattern SHAPE = Pattern.compile("[0-9]+");
    private final Matcher matcher = SHAPE.matcher("");
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    Future<Boolean> check(String text) {
        return pool.submit(() -> matcher.reset(text).matches());
    }
}
