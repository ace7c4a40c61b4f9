// expect: silent
class Link {
    private volatile Runnable target;

    void set(Runnable r) {
        target = r;
    }

    void fire() {
        Runnable r = target;
        if (r != null) r.run();
    }
}
