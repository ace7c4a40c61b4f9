// expect: find lost-update setExtra on url
/** The setter adds to what is there: two of them lose one, flag or not. */
public class OpenConfig {
    private volatile boolean sealed;
    private String url = "";

    public void setExtra(String extra) {
        checkIfSealed();
        this.url = url + extra;
    }

    public String getUrl() {
        return url;
    }

    public void seal() {
        sealed = true;
    }

    private void checkIfSealed() {
        if (sealed) throw new IllegalStateException("in use");
    }
}
