// expect: silent
import java.util.*;
import java.util.concurrent.*;
class Formats {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    Future<Integer> year(Date date) {
        return pool.submit(() -> {
            Calendar calendar = Calendar.getInstance();
            calendar.setTime(date);
            return calendar.get(Calendar.YEAR);
        });
    }
}
