// expect: silent
import java.util.Properties;

class Config {
    private volatile Properties settings;

    Properties get() {
        Properties local = settings;
        if (local == null) {
            synchronized (this) {
                local = settings;
                if (local == null) {
                    local = new Properties();
                    settings = local;
                }
            }
        }
        return local;
    }

    synchronized void reset() {
        settings = null;
    }
}
