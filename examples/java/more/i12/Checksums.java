// expect: silent
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
class Checksums {
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final MessageDigest digest;
    Checksums() throws NoSuchAlgorithmException { digest = MessageDigest.getInstance("SHA-256"); }
    Future<byte[]> sum(byte[] block) {
        return pool.submit(() -> {
            synchronized (digest) {
                digest.update(block);
                return digest.digest();
            }
        });
    }
}
