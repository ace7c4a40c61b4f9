// expect: silent
class Text {
    private char[] value = new char[16];
    private int count;

    synchronized int length() {
        return count;
    }

    synchronized void setLength(int length) {
        count = length;
    }

    synchronized void getChars(int from, int to, char[] target, int at) {
        if (to > count) throw new StringIndexOutOfBoundsException(to);
        System.arraycopy(value, from, target, at, to - from);
    }

    Text append(Text other) {
        char[] copy;
        synchronized (other) {
            int length = other.length();
            copy = new char[length];
            other.getChars(0, length, copy, 0);
        }
        appendAll(copy);
        return this;
    }

    private synchronized void appendAll(char[] copy) {
        for (char c : copy) value[count++] = c;
    }
}
