// expect: silent
class Worker extends Thread {
    private int done;
    private long last;

    @Override
    public void run() {
        for (int i = 0; i < 1000; i++) {
            done = done + 1;
            last = System.nanoTime();
        }
        System.out.println(done + " steps, last at " + last);
    }
}
