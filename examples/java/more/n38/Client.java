// expect: silent
import java.util.concurrent.*;
public class Client {
    private final ExecutorService io = Executors.newCachedThreadPool();
    public String request(String q) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        io.execute(() -> {
            try {
                answer.complete(send(q));
            } catch (java.io.IOException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer.get();
    }
    private String send(String q) throws java.io.IOException {
        if (q.length() > 100) throw new java.io.IOException("too long");
        return q;
    }
}
