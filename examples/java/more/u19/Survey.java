// expect: find early-signal ask on answers
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class Survey {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    private final CountDownLatch done = new CountDownLatch(1);

    int ask() throws InterruptedException {
        pool.execute(() -> {
            int answer = 42;
            done.countDown();
            answers.add(answer);
        });
        done.await();
        return answers.size();
    }
}
