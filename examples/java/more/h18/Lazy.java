// expect: silent
class Lazy {
    private volatile java.util.Map<String, String> map;
    String get(String k) {
        java.util.Map<String, String> m = map;
        if (m == null) {
            synchronized (this) {
                m = map;
                if (m == null) {
                    m = new java.util.HashMap<>();
                    m.put("a", "b");
                    m.put("c", "d");
                    map = m;
                }
            }
        }
        return m.get(k);
    }
}
