// expect: silent
import java.util.concurrent.*;
class Sum {
    private int left, right;
    int compute(int[] data, ExecutorService pool) throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        pool.execute(() -> { int s = 0; for (int i = 0; i < data.length / 2; i++) s += data[i]; left = s; latch.countDown(); });
        pool.execute(() -> { int s = 0; for (int i = data.length / 2; i < data.length; i++) s += data[i]; right = s; latch.countDown(); });
        latch.await();
        return left + right;
    }
    public static void main(String[] a) throws Exception {
        ExecutorService p = Executors.newFixedThreadPool(2);
        System.out.println(new Sum().compute(new int[10], p));
        p.shutdown();
    }
}
