// expect: find any get reset on settings
import java.util.Properties;

class Config {
    private volatile Properties settings;

    Properties get() {
        Properties local = settings;
        if (local == null) {
            synchronized (this) {
                if (settings == null) {
                    settings = new Properties();
                    local = settings;
                }
            }
        }
        return local;
    }

    synchronized void reset() {
        settings = null;
    }
}
