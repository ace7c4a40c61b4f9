// Classes, and code that is a value.

import { within } from './program.js';

export const types: Readonly<Record<string, string>> = {
  'a default method': `interface Counted { int get(); void set(int k); default void step() { int was = get(); set(was + 1); } }
    class T implements Counted { private int n; public synchronized int get() { return n; } public synchronized void set(int k) { n = k; } «|public synchronized void step() { int was = n; n = was + 1; }» }`,
  'a default method with hooks': `interface Steps { void hook(); default void f() { hook(); } }
    class T implements Steps { MEMBERS public final void hook() { } public void f() { Steps.super.f(); race(); } }`,
  'a private method of an interface': `interface Steps { void go(); private void inner() { go(); } default void f() { inner(); } }
    class T implements Steps { MEMBERS public void go() { race(); } }`,
  'a static method of an interface': `interface Steps { void go(); static void all(Steps s) { s.go(); } }
    class T { MEMBERS void f() { Steps.all(() -> race()); } }`,
  'a lock in an interface': `interface K { Object LOCK = new Object(); }
    class T implements K { private static int n; int seen() { synchronized (LOCK) { return n; } } void f() { «int was; synchronized (LOCK) { was = n; } synchronized (LOCK) { n = was + 1; }|synchronized (K.LOCK) { n++; }» } }`,
  'an abstract method': `abstract class Base { protected abstract void step(); public void f() { step(); } }
    class T extends Base { MEMBERS protected void step() { race(); } }`,
  super: `class Base { protected int n; protected final Object lock = new Object(); protected void step() { RACE } }
    class T extends Base { int seen() { synchronized (lock) { return n; } } @Override protected void step() { } public void f() { super.step(); } }`,
  'two classes above': `class Base { int n; final Object lock = new Object(); void step() { RACE } } class Middle extends Base { }
    class T extends Middle { int seen() { synchronized (lock) { return n; } } void f() { step(); } }`,
  'a synchronized method that is inherited': `class Base { protected int n; synchronized int get() { return n; } synchronized void set(int k) { n = k; } }
    class T extends Base { «|synchronized» void f() { set(get() + 1); } }`,
  'a method overridden without its lock': `class Base { protected int n; synchronized void f() { int was = n; n = was + 1; } synchronized int seen() { return n; } }
    class T extends Base { @Override «|synchronized» void f() { int was = n; n = was + 2; } }`,
  'a field of the class above': `class Base { protected volatile int n; final Object lock = new Object(); }
    class T extends Base { int seen() { synchronized (lock) { return n; } } void f() { RACE } }`,
  'static members': `class T { STATICS static void f() { T.race(); } }`,
  'a static nested class': `class T { MEMBERS static class Job { private final T t; Job(T t) { this.t = t; } void go() { t.race(); } } void f() { new Job(this).go(); } }`,
  'an inner class': within('private class Job { void go() { race(); } } void f() { new Job().go(); }'),
  'an inner class that names what is around it': within(
    'private class Job { void go() { T.this.race(); } } void f() { T.this.new Job().go(); }',
  ),
  'a local class': within('void f() { class Job { void go() { race(); } } new Job().go(); }'),
  'a local class in a variable': within(
    'void f() { class Job { void go() { race(); } } Job job = new Job(); job.go(); }',
  ),
  'an anonymous class': within('void f() { Runnable r = new Runnable() { public void run() { race(); } }; r.run(); }'),
  'a method of an anonymous class': within(
    'void f() { new Object() { void go() { inner(); } private void inner() { race(); } }.go(); }',
  ),
  'an anonymous class of a given one': `abstract class Job { abstract void step(); void go() { step(); } }
    ${within('void f() { Job job = new Job() { void step() { race(); } }; job.go(); }')}`,
  'a constructor': within('private class Job { Job() { race(); } } void f() { new Job(); }'),
  'a constructor of a class below': within(
    'private class Base { Base() { race(); } } private class Job extends Base { Job() { super(); } } void f() { new Job(); }',
  ),
  'a constructor that is not written': within(
    'private class Base { Base() { race(); } } private class Job extends Base { } void f() { new Job(); }',
  ),
  'this()': within('private class Job { Job() { this(3); } Job(int k) { race(); } } void f() { new Job(); }'),
  'an initialiser': within('private class Job { { race(); } } void f() { new Job(); }'),
  'the value of a field': within('private class Job { final int x = one(); } void f() { new Job(); }'),
  'an initialiser of an anonymous class': within('void f() { new ArrayList<String>() {{ race(); }}; }'),
  'the value of a field of an anonymous class': within('void f() { new Object() { int x = one(); }; }'),
  'an initialiser that counts objects': `class T { private static int n; private static final Object lock = new Object(); static int seen() { synchronized (lock) { return n; } } { RACE } }`,
  'a field that counts objects': `class T { private static int n; private static final Object lock = new Object(); static int seen() { synchronized (lock) { return n; } }
    static int next() { RACE return 3; } final int id = next(); }`,
  'a constructor that counts objects': `class T { private static int n; private static final Object lock = new Object(); static int seen() { synchronized (lock) { return n; } } T() { RACE } }`,
  'a constructor above that counts objects': `class Base { static int n; static final Object lock = new Object(); Base() { RACE } }
    class T extends Base { static int seen() { synchronized (lock) { return n; } } T() { super(); } }`,
  'a record': `record Job(T t) { void go() { t.go(); } } ${within('void go() { race(); } void f() { new Job(this).go(); }')}`,
  'a compact constructor':
    `record Job(T t) { Job { t.go(); } } ${within('void go() { } void f() { new Job(this); } private class Inner { } ')}`.replace(
      'void go() { }',
      'void go() { race(); }',
    ),
  'a record with static fields': `record T(int id) { static int n; static final Object lock = new Object(); static int seen() { synchronized (lock) { return n; } } T { RACE } }`,
  'what a record holds': `record Pair(T left, T right) { } ${within('void go() { race(); } void f() { Pair p = new Pair(this, this); p.left().go(); }')}`,
  'the body of a constant':
    `enum Op { ADD { void on(T t) { t.go(); } }, NONE { void on(T t) { } }; abstract void on(T t); }
    ${within('final void go() { race(); } void f(Op op) { op.on(this); }').replace('final void go', 'private void go')}`.replace(
      'private void go',
      'void go',
    ),
  'the body of a constant by its name': `enum Op { ADD { @Override void on(T t) { t.add(); } }; void on(T t) { } }
    class T { private int n; private final Object lock = new Object(); int seen() { synchronized (lock) { return n; } } int get() { synchronized (lock) { return n; } } void set(int k) { synchronized (lock) { n = k; } }
    void add() { synchronized (lock) { n++; } } void f() { Op.ADD.on(this); «int was = get(); set(was + 1);|» } }`,
  'fields that a constant writes': `enum Op { ADD { void on(T t) { «t.n++;|synchronized (t) { t.n++; }» } }, SUB { void on(T t) { synchronized (t) { t.n--; } } }; abstract void on(T t); }
    class T { int n; synchronized int seen() { return n; } void f(Op op) { op.on(this); } }`,
  'fields that the class of a constant has': `enum Op { ADD { void on() { «int was = n; n = was + 1;|synchronized (Op.class) { n++; }» } }; static volatile int n; abstract void on(); static synchronized int seen() { return n; } }
    class User { volatile int k; void f() { Op.ADD.on(); } }`,
  'a constant with a field of its own': `enum T { ONE, TWO; private int n; private final Object lock = new Object(); int seen() { synchronized (lock) { return n; } } void f() { RACE } }`,
  'the only constant': `enum T { INSTANCE; private int n; private final Object lock = new Object(); int seen() { synchronized (lock) { return n; } } void f() { RACE } }`,
  'a lambda in a constant': `enum Op { ADD(t -> t.go()); final Consumer<T> code; Op(Consumer<T> code) { this.code = code; } }
    ${within('void go() { race(); } void f() { Op.ADD.code.accept(this); }')}`,
  'a helper behind two implementations': `class T { MEMBERS private interface Op { void on(); } private class Add implements Op { public void on() { race(); } } private class None implements Op { public void on() { } } void f(boolean b) { Op op = b ? new Add() : new None(); op.on(); } }`,
  'a check behind two implementations': `interface Op { int on(T t, int k); } class Add implements Op { public int on(T t, int k) { return k + 1; } } class Sub implements Op { public int on(T t, int k) { return k - 1; } }
    class T { private int n; synchronized int get() { return n; } synchronized void set(int k) { n = k; } «|synchronized» void f(Op op) { int was = get(); set(op.on(this, was)); } }`,
  'six implementations':
    `interface Op { void on(T t); } class A1 implements Op { public void on(T t) { «t.n++;|synchronized (t) { t.n++; }» } } class A2 implements Op { public void on(T t) { } } class A3 implements Op { public void on(T t) { } } class A4 implements Op { public void on(T t) { } } class A5 implements Op { public void on(T t) { } } class A6 implements Op { public void on(T t) { } }
    class T { private int n; synchronized int seen() { return n; } void f(Op op) { op.on(this); } }`
      .replace('t.n++;|synchronized (t) { t.n++; }', '|')
      .replace('«|»', ''),
  'a callback of a class that is handed in': `class User { void with(T t, Runnable r) { r.run(); } } class T { MEMBERS private final User user = new User(); void f() { user.with(this, () -> race()); } }`,
  'a lambda that is given away': `class T { MEMBERS Runnable code() { return () -> race(); } }`,
  'a lambda that is given away in a list': `class T { MEMBERS List<Runnable> code() { List<Runnable> all = new ArrayList<>(); all.add(() -> race()); return all; } }`,
  'a listener of a field': `class T { MEMBERS private final Runnable r = () -> race(); Runnable code() { return r; } }`,
  'an anonymous class that is given away': `class T { MEMBERS Iterator<String> all() { return new Iterator<>() { public boolean hasNext() { return yes(); } public String next() { return ""; } }; } }`,
  'an inner class that is given away': `class T { MEMBERS class View { void go() { race(); } } View view() { return new View(); } }`,
  'a private inner class that is given away by its interface': `class T { MEMBERS private class View implements Runnable { public void run() { race(); } } Runnable view() { return new View(); } }`,
  'a static nested class that is given away': `class T { MEMBERS static class View { private final T t; View(T t) { this.t = t; } void go() { t.race(); } } View view() { return new View(this); } }`,
  'a record that is given away': `class T { MEMBERS record View(T t) { void go() { t.race(); } } View view() { return new View(this); } }`,
  'two implementations': `interface Op { void on(T t); } class Add implements Op { public void on(T t) { «t.n++;|synchronized (t) { t.n++; }» } } class None implements Op { public void on(T t) { } }
    class T { int n; synchronized int seen() { return n; } void f(Op op) { op.on(this); } }`,
  'two implementations in a field': `interface Op { void on(T t); } class Add implements Op { public void on(T t) { «t.n++;|synchronized (t) { t.n++; }» } } class None implements Op { public void on(T t) { } }
    class T { int n; private final Op op; T(Op op) { this.op = op; } synchronized int seen() { return n; } void f() { op.on(this); } }`,
  'an overridden method of a given class': `class Op { void on(T t) { } } class Add extends Op { @Override void on(T t) { «t.n++;|synchronized (t) { t.n++; }» } }
    class T { int n; synchronized int seen() { return n; } void f(Op op) { op.on(this); } }`,
  'a class below that has not the lock': `class T { protected int n; private final Object lock = new Object(); protected final Object guard() { return lock; } int seen() { synchronized (lock) { return n; } } void f() { synchronized (lock) { n++; } } }
    class Fast extends T { void add() { «n++;|synchronized (guard()) { n++; }» } }`,
  'a hook of a class below': `class T { protected int n; synchronized int seen() { return n; } synchronized void add() { n++; } public void f() { hook(); } protected void hook() { } }
    class Fast extends T { @Override protected void hook() { «n++;|synchronized (this) { n++; }» } }`,
  'another class that writes the field': `class T { int n; synchronized int seen() { return n; } synchronized void add() { n++; } }
    class User { private final T t; User(T t) { this.t = t; } void reset() { «t.n = 0;|synchronized (t) { t.n = 0; }» } }`,
  'another class that counts in the field': `class T { public int n; synchronized int seen() { return n; } synchronized void add() { n++; } }
    class User { void bump(T t) { «t.n++;|synchronized (t) { t.n++; }» } }`,
  'another class and a static field': `class T { static int n; static synchronized int seen() { return n; } static synchronized void add() { n++; } }
    class User { void bump() { «T.n++;|synchronized (T.class) { T.n++; }» } }`,
  'a generic class': `class T<E extends Comparable<E>> { MEMBERS <U extends E> void f(U u) { this.<String>g("x"); } private <V> V g(V v) { race(); return v; } }`,
  'a generic class above': `class Base<E> { protected void step(E e) { } } class T extends Base<String> { MEMBERS @Override protected void step(String s) { race(); } void f() { step("x"); } }`,
  'a lambda': within('void f() { Runnable r = () -> race(); r.run(); }'),
  'a lambda with a body': within('int f() { Supplier<Integer> s = () -> { race(); return 1; }; return s.get(); }'),
  'a lambda with parameters': within(
    'int f() { BiFunction<Integer, Integer, Integer> s = (a, b) -> a + one(); return s.apply(1, 2); }',
  ),
  'a lambda in a field': within('private final Runnable r = () -> race(); void f() { r.run(); }'),
  'a lambda that the constructor stores': within(
    'private final Runnable r; T() { r = this::race; } void f() { r.run(); }',
  ),
  'a lambda in a static field': `class T { MEMBERS private static final Consumer<T> R = t -> t.race(); void f() { R.accept(this); } }`,
  'a lambda in a table': `class T { MEMBERS private static final Map<String, Consumer<T>> TABLE = Map.of("a", t -> t.race(), "b", t -> { }); void f(String k) { TABLE.get(k).accept(this); } }`,
  'a lambda in an array': within(
    'private final Runnable[] rs = { () -> race(), () -> { } }; void f(int i) { rs[i].run(); }',
  ),
  'a lambda that a method returns': within(
    'private Runnable code(int k) { return () -> race(); } void f() { code(2).run(); }',
  ),
  'a lambda that returns a lambda': within('void f() { Supplier<Runnable> s = () -> () -> race(); s.get().run(); }'),
  'a lambda that is chosen': within('void f(int k) { Runnable r = k > 0 ? () -> race() : () -> { }; r.run(); }'),
  'a lambda for an interface of its own': `interface Action { void go(int k); } ${within(
    'private void with(Action a) { a.go(1); } void f() { with(k -> race()); }',
  )}`,
  'a lambda with a default method': `interface Action { void go(); default Action later() { return () -> { go(); }; } } ${within(
    'void f() { Action a = () -> race(); a.later().go(); }',
  )}`,
  'composed lambdas': within(
    'void f() { Runnable r = this::race; Consumer<Object> c = x -> { }; c.andThen(x -> r.run()).accept(1); }',
  ),
  'a reference to a method': within('void f() { Runnable r = this::race; r.run(); }'),
  'a reference to a method of a class': within('void f() { Consumer<T> r = T::race; r.accept(this); }'),
  'a reference to a constructor': within(
    'private class Job { Job() { race(); } } void f() { Supplier<Job> s = Job::new; s.get(); }',
  ),
  'a reference to super': `class Base { protected int n; protected final Object lock = new Object(); protected void step() { RACE } }
    class T extends Base { int seen() { synchronized (lock) { return n; } } @Override protected void step() { } public void f() { Runnable r = super::step; r.run(); } }`,
  'a lock in a lambda': within(
    'void f() { Runnable r = () -> { synchronized (lock) { «|n = n + 1;» } }; «int was = seen();|» r.run(); «synchronized (lock) { n = was + 1; }|» }',
  ),
  'a function that holds the lock': within(
    'private void locked(Runnable r) { synchronized (lock) { r.run(); } } void f() { «int[] was = new int[1]; locked(() -> was[0] = n); locked(() -> n = was[0] + 1);|locked(() -> n = n + 1);» }',
  ),
  Optional: within('void f(Optional<String> o) { o.ifPresent(x -> race()); }'),
  orElseGet: within('int f(Optional<Integer> o) { return o.orElseGet(() -> one()); }'),
  forEach: within('void f(List<String> o) { o.forEach(x -> race()); }'),
  'a stream': within('int f(List<String> o) { return o.stream().filter(x -> x != null).mapToInt(x -> one()).sum(); }'),
  'a comparator': within('void f(List<String> o) { o.sort((a, b) -> one()); }'),
  'an iterator of its own': `class Seq implements Iterable<String> { final T t; Seq(T t) { this.t = t; } public Iterator<String> iterator() { t.go(); return List.of("x").iterator(); } }
    ${within('void go() { race(); } void f() { for (String s : new Seq(this)) { } }')}`,
  'next of an iterator of its own': `class T implements Iterable<String> { MEMBERS public Iterator<String> iterator() { return new Iterator<String>() { public boolean hasNext() { return yes(); } public String next() { return ""; } }; } void f() { for (String s : this) { } } }`,
  varargs: within('private void all(int... ks) { for (int k : ks) race(); } void f() { all(1, 2, 3); }'),
  'varargs without arguments': within('private void all(String s, Object... ks) { race(); } void f() { all("x"); }'),
  'an overload': within('private void g(Object o) { } private void g(String s) { race(); } void f() { g("x"); }'),
  'an overload by a local': within(
    'private void g(long o) { } private void g(String s) { race(); } void f(int k) { String s = "a" + k; g(s); }',
  ),
  'an overload by a call': within(
    'private void g(int o) { } private void g(String s) { race(); } private String text() { return ""; } void f() { g(text()); }',
  ),
  'an overload by a cast': within(
    'private void g(String o) { } private void g(Object s) { race(); } void f(String s) { g((Object) s); }',
  ),
  'an overload by a library call': within(
    'private void g(int o) { } private void g(String s) { race(); } void f(List<String> ss) { g(ss.get(0)); }',
  ),
  'an overload by a boxed value': within(
    'private void g(long o) { race(); } private void g(String s) { } void f(int k) { g(k); }',
  ),
  'an overload by a class below': `class A { } class B extends A { } ${within('private void g(A a) { race(); } private void g(String s) { } void f(B b) { g(b); }')}`,
  'instanceof with a pattern': `class Job { void go(T t) { t.go(); } } ${within('void go() { race(); } void f(Object o) { if (o instanceof Job job && job != null) job.go(this); }')}`,
  'instanceof that is denied': `class Job { void go(T t) { t.go(); } } ${within('void go() { race(); } void f(Object o) { if (!(o instanceof Job job)) return; job.go(this); }')}`,
  'a sealed interface': `sealed interface Op permits Add, None { void on(T t); } final class Add implements Op { public void on(T t) { «t.n++;|synchronized (t) { t.n++; }» } } record None() implements Op { public void on(T t) { } }
    class T { int n; synchronized int seen() { return n; } void f(Op op) { op.on(this); } }`,
  'a static nested class with the field': `class T { private static class Box { int n; } private final Box box = new Box(); private final Object lock = new Object(); int seen() { synchronized (lock) { return box.n; } } void f() { «int was; synchronized (lock) { was = box.n; } synchronized (lock) { box.n = was + 1; }|synchronized (lock) { box.n++; }» } }`,
  'a chain of objects': `class T { static class C { int n; } static class B { final C c = new C(); } static class A { final B b = new B(); } private final A a = new A(); private final Object lock = new Object(); int seen() { synchronized (lock) { return a.b.c.n; } } void f() { «int was; synchronized (lock) { was = a.b.c.n; } synchronized (lock) { a.b.c.n = was + 1; }|synchronized (lock) { a.b.c.n++; }» } }`,
  'a holder of the only object': `class T { private static class Holder { static final T IT = new T(); } static T it() { return Holder.IT; } MEMBERS static void f() { it().race(); } }`,
  'the only object': `class T { private static final T IT = new T(); static T it() { return IT; } MEMBERS static void f() { IT.race(); } }`,
};
