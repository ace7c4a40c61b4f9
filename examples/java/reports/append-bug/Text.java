// expect: find any append setLength on count
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

    synchronized Text append(Text other) {
        int length = other.length();
        char[] copy = new char[length];
        other.getChars(0, length, copy, 0);
        for (char c : copy) append(c);
        return this;
    }

    synchronized Text append(char c) {
        value[count++] = c;
        return this;
    }
}
