// expect: silent
public class Box {
    static final class Size { final int w, h; Size(int w, int h) { this.w = w; this.h = h; } }
    private volatile Size size = new Size(1, 1);
    public void resize(int w, int h) { size = new Size(w, h); }
    public int area() { Size s = size; return s.w * s.h; }
}
