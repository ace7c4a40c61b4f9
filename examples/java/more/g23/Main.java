// expect: find any
public class Main {
    private static int counter = 0;
    public static void main(String[] args) throws InterruptedException {
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> { for (int j = 0; j < 1000; j++) counter++; });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(counter);
    }
}
