// expect: find any popwrap on count data
class Stack {
    // @atomic(S)
    Object[] data = new Object[10];

    // @atomic(S)
    int count = -1;

    // @atomic
    synchronized Object pop() {
        Object res = data[count];
        data[count--] = null;
        return res;
    }

    // @atomic
    synchronized void push(Object o) {
        data[++count] = o;
    }

    // @atomic
    synchronized int size() {
        return count + 1;
    }

    // @atomic
    synchronized void replaceTop(Object o) {
        pop();
        push(o);
    }

    static Stack makeStack() {
        return new Stack();
    }
}

class SafeWrap {
    // @atomic
    synchronized Object popwrap(Stack s) {
        if (s.size() > 0) return s.pop();
        else return null;
    }

    static SafeWrap makeSafeWrap() {
        return new SafeWrap();
    }

    public static void main(String[] args) {
        Stack stack = Stack.makeStack();
        stack.push(Integer.valueOf(1));
        new Thread("1") {
            public void run() {
                makeSafeWrap().popwrap(stack);
            }
        }.start();
        new Thread("2") {
            public void run() {
                makeSafeWrap().popwrap(stack);
            }
        }.start();
    }
}
