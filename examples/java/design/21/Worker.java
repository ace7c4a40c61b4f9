// expect: find race run halt on running
class Worker implements Runnable {
    private boolean running = true;
    private int steps;

    @Override
    public void run() {
        while (running) {
            steps++;
        }
    }

    void halt() {
        running = false;
    }

    static Worker startOne() {
        Worker worker = new Worker();
        new Thread(worker).start();
        return worker;
    }
}
