// expect: find race poll on result
class Worker {
    private int result;
    private final Thread thread = new Thread(this::work);
    private void work() { int s = 0; for (int i = 0; i < 1000; i++) s += i; result = s; }
    void start() { thread.start(); }
    int poll() { return result; }
}
