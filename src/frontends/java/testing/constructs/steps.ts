// Accesses that are no plain reads and writes: handles of variables, updaters, reflection, native code.

const counter = (declarations: string, bug: string, twin: string, seen: string, type = 'int') =>
  `class T { ${declarations} ${type} seen() { return ${seen}; } void f(int k) { «${bug}|${twin}» } }`;

const handle = (type: string, name = 'n') =>
  `private static final VarHandle N; static { try { N = MethodHandles.lookup().findVarHandle(T.class, "${name}", ${type}.class); } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); } }`;

const number = `private volatile int n; ${handle('int')}`;

export const steps: Readonly<Record<string, string>> = {
  'a handle: get and set': counter(
    `private int n; ${handle('int')}`,
    'N.set(this, (int) N.get(this) + 1);',
    'synchronized (this) { N.set(this, (int) N.get(this) + 1); }',
    '(int) N.getVolatile(this)',
  ).replace('int seen() {', 'synchronized int seen() {'),
  'a handle: volatile': counter(
    number,
    'int was = (int) N.getVolatile(this); N.setVolatile(this, was + 1);',
    'N.getAndAdd(this, 1);',
    'n',
  ),
  'a handle: acquire and release': counter(
    number,
    'int was = (int) N.getAcquire(this); N.setRelease(this, was + 1);',
    'N.getAndAddAcquire(this, 1);',
    '(int) N.getAcquire(this)',
  ),
  'a handle: opaque': counter(
    number,
    'int was = (int) N.getOpaque(this); N.setOpaque(this, was + 1);',
    'N.getAndAddRelease(this, 1);',
    '(int) N.getOpaque(this)',
  ),
  'a handle: compareAndSet': counter(
    number,
    'int was = (int) N.getVolatile(this); N.setVolatile(this, was + k);',
    'int was; do { was = (int) N.getVolatile(this); } while (!N.compareAndSet(this, was, was + k));',
    'n',
  ),
  'a handle: weakCompareAndSet': counter(
    number,
    'int was = n; N.weakCompareAndSetPlain(this, 0, 1); n = was + k;',
    'int was; do { was = n; } while (!N.weakCompareAndSet(this, was, was + k));',
    'n',
  ),
  'a handle: compareAndExchange': counter(
    number,
    'int was = n; N.compareAndExchange(this, 0, 1); n = was + k;',
    'while (true) { int was = n; if ((int) N.compareAndExchange(this, was, was + k) == was) return; }',
    'n',
  ),
  'a handle: getAndSet': counter(
    `private volatile String n; ${handle('String')}`,
    'String was = n; if (was == null) N.setVolatile(this, "x");',
    'String was = (String) N.getAndSet(this, "x");',
    'n',
    'String',
  ),
  'a handle: bits': counter(
    number,
    'n = (int) N.getVolatile(this) | k;'.replace('|', '^'),
    'N.getAndBitwiseOr(this, k);',
    'n',
  ),
  'a handle beside plain writes': counter(number, 'N.getAndAdd(this, 1); n = n + 1;', 'N.getAndAdd(this, 1);', 'n'),
  'a handle: check, then act': counter(
    number,
    'if ((int) N.getVolatile(this) == 0) N.setVolatile(this, 1);',
    'N.compareAndSet(this, 0, 1);',
    'n',
  ),
  'a handle in the declaration': `class T { private volatile int n; private static final VarHandle N = handle();
    private static VarHandle handle() { try { return MethodHandles.lookup().findVarHandle(T.class, "n", int.class); } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); } }
    int seen() { return n; } void f() { «int was = (int) N.get(this); N.set(this, was + 1);|N.getAndAdd(this, 1);» } }`,
  'a handle through a lookup': `class T { private volatile int n; private static final VarHandle N; static { try { MethodHandles.Lookup l = MethodHandles.lookup(); N = l.findVarHandle(T.class, "n", int.class); } catch (NoSuchFieldException | IllegalAccessException e) { throw new Error(e); } }
    int seen() { return n; } void f() { «int was = (int) N.getVolatile(this); N.setVolatile(this, was + 1);|N.getAndAdd(this, 1);» } }`,
  'a handle of a static field': `class T { private static volatile int n; private static final VarHandle N; static { try { N = MethodHandles.lookup().findStaticVarHandle(T.class, "n", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } }
    static int seen() { return n; } static void f() { «int was = (int) N.getVolatile(); N.setVolatile(was + 1);|N.getAndAdd(1);» } }`,
  'a handle of an array': `class T { private final int[] a = new int[8]; private static final VarHandle A = MethodHandles.arrayElementVarHandle(int[].class);
    int seen(int i) { return (int) A.getVolatile(a, i); } void f(int i) { «int was = (int) A.getVolatile(a, i); A.setVolatile(a, i, was + 1);|A.getAndAdd(a, i, 1);» } }`,
  'a handle of a nested class': `class T { private static class Node { volatile int n; } private final Node head = new Node(); private static final VarHandle N; static { try { N = MethodHandles.lookup().findVarHandle(Node.class, "n", int.class); } catch (ReflectiveOperationException e) { throw new Error(e); } }
    int seen() { return head.n; } void f() { «int was = (int) N.getVolatile(head); N.setVolatile(head, was + 1);|N.getAndAdd(head, 1);» } }`,
  'a handle whose field is not known': `class T { private volatile int n; private final VarHandle h; T(VarHandle h) { this.h = h; } int seen() { return n; } «|synchronized» void f() { «int was = (int) h.getVolatile(this); h.setVolatile(this, was + 1);|» } }`,
  'an updater of an int': counter(
    'private volatile int n; private static final AtomicIntegerFieldUpdater<T> N = AtomicIntegerFieldUpdater.newUpdater(T.class, "n");',
    'int was = N.get(this); N.set(this, was + 1);',
    'N.incrementAndGet(this);',
    'n',
  ),
  'an updater beside plain writes': counter(
    'private volatile int n; private static final AtomicIntegerFieldUpdater<T> N = AtomicIntegerFieldUpdater.newUpdater(T.class, "n");',
    'N.incrementAndGet(this); n = n + 1;',
    'N.incrementAndGet(this);',
    'N.get(this)',
  ),
  'an updater of a long': counter(
    'private volatile long n; private static final AtomicLongFieldUpdater<T> N = AtomicLongFieldUpdater.newUpdater(T.class, "n");',
    'long was = n; N.lazySet(this, was + 1);',
    'N.addAndGet(this, 1L);',
    'n',
    'long',
  ),
  'an updater of a reference': counter(
    'private volatile String n; private static final AtomicReferenceFieldUpdater<T, String> N = AtomicReferenceFieldUpdater.newUpdater(T.class, String.class, "n");',
    'if (N.get(this) == null) N.set(this, "x");',
    'N.compareAndSet(this, null, "x");',
    'n',
    'String',
  ),
  'an updater: a retry': counter(
    'private volatile int n; private static final AtomicIntegerFieldUpdater<T> N = AtomicIntegerFieldUpdater.newUpdater(T.class, "n");',
    'int was = n; N.set(this, was + k);',
    'for (;;) { int was = n; if (N.compareAndSet(this, was, was + k)) return; }',
    'n',
  ),
  'an updater: updateAndGet': counter(
    'private volatile int n; private static final AtomicIntegerFieldUpdater<T> N = AtomicIntegerFieldUpdater.newUpdater(T.class, "n");',
    'int was = n; N.set(this, Math.max(was, k));',
    'N.updateAndGet(this, x -> Math.max(x, k)); N.accumulateAndGet(this, k, Math::max);',
    'n',
  ),
  'an atomic number': counter(
    'private final AtomicInteger n = new AtomicInteger();',
    'int was = n.get(); n.set(was + 1);',
    'n.incrementAndGet();',
    'n.get()',
  ),
  'an atomic number by plain names': counter(
    'private final AtomicLong n = new AtomicLong();',
    'long was = n.getPlain(); n.setOpaque(was + 1);',
    'n.getAndAdd(2);',
    'n.getAcquire()',
    'long',
  ),
  'an array of atomic numbers': counter(
    'private final AtomicIntegerArray n = new AtomicIntegerArray(4);',
    'int was = n.get(k); n.set(k, was + 1);',
    'n.incrementAndGet(k);',
    'n.get(0)',
  ),
  'an array of atomic references': counter(
    'private final AtomicReferenceArray<String> n = new AtomicReferenceArray<>(4);',
    'if (n.get(k) == null) n.set(k, "x");',
    'n.compareAndSet(k, null, "x");',
    'n.get(0)',
    'String',
  ),
  'a stamped reference': counter(
    'private final AtomicStampedReference<String> n = new AtomicStampedReference<>(null, 0);',
    'int was = n.getStamp(); n.set("x", was + 1);',
    'int[] s = new int[1]; String was = n.get(s); n.compareAndSet(was, "x", s[0], s[0] + 1);',
    'n.getStamp()',
  ),
  'an atomic flag': counter(
    'private final AtomicBoolean n = new AtomicBoolean(); private volatile int starts;',
    'if (!n.get()) { n.set(true); starts = 1; }',
    'if (n.compareAndSet(false, true)) starts = 1;',
    'starts',
  ),
  'an accumulator': counter(
    'private final LongAccumulator n = new LongAccumulator(Long::max, 0);',
    'long was = n.get(); n.reset(); n.accumulate(was + 1);',
    'n.accumulate(k);',
    'n.get()',
    'long',
  ),
  'reflection: a field': `class T { private volatile int n; private static final java.lang.reflect.Field N = field(); private static java.lang.reflect.Field field() { try { return T.class.getDeclaredField("n"); } catch (NoSuchFieldException e) { throw new Error(e); } }
    int seen() { return n; } «|synchronized» void f() throws IllegalAccessException { «int was = N.getInt(this); N.setInt(this, was + 1);|» } }`,
  'reflection: a field by name': `class T { volatile int n; int seen() { return n; } «|synchronized» void f() throws ReflectiveOperationException { «var field = getClass().getDeclaredField("n"); field.set(this, (Integer) field.get(this) + 1);|» } }`,
  'reflection: a method': `class T { private volatile int n; int seen() { return n; } private void race() { «int was = n; n = was + 1;|» } void f() throws ReflectiveOperationException { «T.class.getDeclaredMethod("race").invoke(this);|» } }`,
  'reflection: a method handle': `class T { private volatile int n; int seen() { return n; } private void race() { «int was = n; n = was + 1;|» } void f() throws Throwable { «MethodHandles.lookup().findVirtual(T.class, "race", MethodType.methodType(void.class)).invokeExact(this);|» } }`,
  'native code': `class T { private volatile int n; int seen() { return n; } «private native void step();|private void step() { }» void f() { step(); } }`,
  'a native unit': `class T { private volatile int n; int seen() { return n; } «public native void step();|» }`,
  Unsafe: `class T { private volatile int n; private static final sun.misc.Unsafe U = unsafe(); private static final long AT = at(); private static sun.misc.Unsafe unsafe() { return null; } private static long at() { try { return U.objectFieldOffset(T.class.getDeclaredField("n")); } catch (NoSuchFieldException e) { throw new Error(e); } }
    int seen() { return n; } void f() { «int was = U.getIntVolatile(this, AT); U.putIntVolatile(this, AT, was + 1);|» } }`,
};
