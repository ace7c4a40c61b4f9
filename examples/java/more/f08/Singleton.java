// expect: silent
public class Singleton {
    private static volatile Singleton instance;
    private final java.util.Map<String, String> data = new java.util.HashMap<>();
    private Singleton() { data.put("a", "b"); }
    public static Singleton getInstance() {
        if (instance == null) {
            synchronized (Singleton.class) {
                if (instance == null) {
                    instance = new Singleton();
                }
            }
        }
        return instance;
    }
    public String get(String k) { return data.get(k); }
}
