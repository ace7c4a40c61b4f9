// expect: find publication get on map
class Lazy {
    private volatile java.util.Map<String, String> map;
    String get(String k) {
        if (map == null) {
            synchronized (this) {
                if (map == null) {
                    map = new java.util.HashMap<>();
                    map.put("a", "b");
                    map.put("c", "d");
                }
            }
        }
        return map.get(k);
    }
}
