// expect: find any on calendar
import java.util.*;
import java.util.concurrent.*;
class Formats {
    private final Calendar calendar = Calendar.getInstance();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    Future<Integer> year(Date date) {
        return pool.submit(() -> {
            calendar.setTime(date);
            return calendar.get(Calendar.YEAR);
        });
    }
}
