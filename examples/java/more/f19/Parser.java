// expect: find any parse on FORMAT
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.concurrent.*;

public class Parser {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");
    private final ExecutorService pool = Executors.newCachedThreadPool();
    public Future<Date> parseLater(String s) { return pool.submit(() -> parse(s)); }
    public Date parse(String s) throws ParseException { return FORMAT.parse(s); }
}
