// expect: silent
/** Settings are made before the pool is built; a flag refuses later ones. Whoever reads them builds the pool. */
public class SealedConfig {
    private volatile boolean sealed;
    private String url;
    private int size = 10;

    public void setUrl(String url) {
        checkIfSealed();
        this.url = url;
    }

    public String getUrl() {
        return url;
    }

    public void setSize(int size) {
        checkIfSealed();
        this.size = size;
    }

    public int getSize() {
        return size;
    }

    public void seal() {
        sealed = true;
    }

    private void checkIfSealed() {
        if (sealed) throw new IllegalStateException("in use");
    }
}
