// What is thrown, caught, and done on the way.

import { within } from './program.js';

const own =
  'class Bad extends RuntimeException { } class Worse extends Bad { } class Checked extends Exception { Checked(String s) { super(s); } }';

export const exceptions: Readonly<Record<string, string>> = {
  'a handler': within(
    'void f() { try { throw new IllegalStateException(); } catch (IllegalStateException e) { race(); } }',
  ),
  'a handler of the class above': within(
    'void f() { try { throw new IllegalArgumentException(); } catch (RuntimeException e) { race(); } }',
  ),
  'past a handler of another type': within(
    'void f() { try { try { throw new IllegalStateException(); } catch (NullPointerException e) { return; } } catch (RuntimeException e) { race(); } }',
  ),
  'the second handler': within(
    'void f() { try { throw new IllegalStateException(); } catch (NullPointerException e) { return; } catch (RuntimeException e) { race(); } }',
  ),
  'a handler of several types': within(
    'void f() { try { throw new IllegalStateException(); } catch (NullPointerException | IllegalStateException e) { race(); } }',
  ),
  'an exception of its own': `${own} ${within('void f() { try { throw new Worse(); } catch (Bad e) { race(); } }')}`,
  'past a handler of a class below': `${own} ${within(
    'void f() { try { try { throw new Bad(); } catch (Worse e) { return; } } catch (Bad e) { race(); } }',
  )}`,
  'a checked exception': `${own} ${within('void f() { try { throw new Checked("x"); } catch (Checked e) { race(); } }')}`,
  'an error past a handler of exceptions': within(
    'void f() { try { try { throw new AssertionError(); } catch (Exception e) { return; } } catch (Throwable e) { race(); } }',
  ),
  'a call that throws': within(
    'private void g(int k) { if (k > 0) throw new IllegalStateException(); } void f(int k) { try { g(k); return; } catch (IllegalStateException e) { race(); } }',
  ),
  'a call that throws past a handler': within(
    'private void g(int k) { try { if (k > 0) throw new IllegalStateException(); return; } catch (ArithmeticException e) { return; } } void f(int k) { try { g(k); return; } catch (RuntimeException e) { race(); } }',
  ),
  'a method that only throws': within(
    'private RuntimeException fail() { throw new IllegalStateException(); } void f() { try { throw fail(); } catch (IllegalStateException e) { race(); } }',
  ),
  'an exception that a method makes': within(
    'private RuntimeException made() { return new IllegalStateException(); } void f() { try { throw made(); } catch (IllegalStateException e) { race(); } }',
  ),
  'thrown again': within(
    'void f() { try { try { throw new IllegalStateException(); } catch (RuntimeException e) { throw e; } } catch (IllegalStateException e) { race(); } }',
  ),
  'wrapped and thrown again': `${own} ${within(
    'void f() { try { try { throw new Checked("x"); } catch (Checked e) { throw new Bad(); } } catch (Bad e) { race(); } }',
  )}`,
  'out of a handler past its own try': within(
    'void f() { try { try { throw new IllegalStateException(); } catch (IllegalStateException e) { throw new IllegalArgumentException(); } catch (IllegalArgumentException e) { return; } } catch (IllegalArgumentException e) { race(); } }',
  ),
  finally: within('void f(int k) { try { if (k > 0) return; } finally { race(); } }'),
  'finally on a way out by exception': within(
    'void f(int k) { try { if (k >= 0) throw new IllegalStateException(); } finally { race(); } }',
  ),
  'finally that returns': within(
    '@SuppressWarnings("finally") private int g() { try { throw new IllegalStateException(); } finally { return 1; } } void f() { g(); race(); }',
  ),
  'finally of a break': within(
    'void f(int k) { for (;;) { try { if (k > 0) break; } finally { if (k > 2) race(); } } }',
  ),
  'finally of a return in a loop': within(
    'int f(int k) { while (true) { try { if (k-- < 0) return k; } finally { race(); } } }',
  ),
  'finally of a continue': within(
    'void f(int k) { while (k-- > 0) { try { if (k > 3) continue; } finally { race(); } return; } }',
  ),
  'finally in finally': within('void f() { try { } finally { try { } finally { race(); } } }'),
  'a handler with finally': within(
    'void f(int k) { try { if (k > 0) throw new IllegalStateException(); return; } catch (IllegalStateException e) { k++; } finally { k--; } race(); }',
  ),
  'closing what try has opened': `class R implements AutoCloseable { final T t; R(T t) { this.t = t; } public void close() { t.go(); } }
    ${within('void go() { race(); } void f() { try (R r = new R(this)) { } }')}`,
  'closing after an exception': within(
    'private class R implements AutoCloseable { public void close() { race(); } } void f() { try (R r = new R()) { throw new IllegalStateException(); } }',
  ),
  'handled after closing': within(
    'private class R implements AutoCloseable { public void close() { } } void f() { try (R r = new R(); R s = new R()) { throw new IllegalStateException(); } catch (IllegalStateException e) { race(); } }',
  ),
  'closing that throws': within(
    'private class R implements AutoCloseable { public void close() throws IOException { throw new IOException("x"); } } void f() { try (R r = new R()) { } catch (IOException e) { race(); } }',
  ),
  'opening that throws': within(
    'private AutoCloseable open() throws IOException { throw new IOException("x"); } void f() throws Exception { try (var r = open()) { } catch (IOException e) { race(); } }',
  ),
  'a resource that is a lambda': within('void f() throws Exception { try (AutoCloseable r = () -> race()) { } }'),
  'a resource that was open': within(
    'private class R implements AutoCloseable { public void close() { race(); } } void f() { R r = new R(); try (r) { } }',
  ),
  'a constructor that throws': `class Job { Job(int k) { if (k > 0) throw new IllegalStateException(); } }
    ${within('void f(int k) { try { new Job(k); return; } catch (IllegalStateException e) { race(); } }')}`,
  'an argument that throws': within(
    'private int g() { throw new IllegalStateException(); } void h(int k) { } void f() { try { h(g()); return; } catch (IllegalStateException e) { race(); } }',
  ),
  'a lambda that throws': within(
    'void f() { Runnable r = () -> { throw new IllegalStateException(); }; try { r.run(); return; } catch (IllegalStateException e) { race(); } }',
  ),
  'a call of other code that may throw': within(
    'void f(Callable<String> c) { try { c.call(); return; } catch (Exception e) { race(); } }',
  ),
  'the fifth call that may throw': within(
    'private int g(int i) { return i; } void f(String s, Callable<String> c) throws Exception { int i = 0; try { c.call(); i = 1; c.call(); i = 2; c.call(); i = 3; c.call(); i = 4; c.call(); return; } catch (RuntimeException e) { if (i == 4) race(); } }',
  ),
  'a number that is none': within(
    'void f(String s) { try { Integer.parseInt(s); return; } catch (NumberFormatException e) { race(); } }',
  ),
  null: within('void f(String s) { try { s.length(); return; } catch (NullPointerException e) { race(); } }'),
  'an index that is too large': within(
    'int f(int[] a, int i) { try { return a[i]; } catch (ArrayIndexOutOfBoundsException e) { race(); } return 0; }',
  ),
  'division by zero': within('int f(int k) { try { return 7 / k; } catch (ArithmeticException e) { return one(); } }'),
  'a cast that fails': within(
    'Object f(Object o) { try { return (String) o; } catch (ClassCastException e) { return one(); } }',
  ),
  'a conversion that fails': within(
    'Object f(String o) { try { return TimeUnit.valueOf(o); } catch (IllegalArgumentException e) { return one(); } }',
  ),
  'an iterator at its end': within(
    'Object f(List<String> o) { try { return o.iterator().next(); } catch (NoSuchElementException e) { return one(); } }',
  ),
  'an interruption': within('void f() { try { Thread.sleep(3); } catch (InterruptedException e) { race(); } }'),
  'one of many clauses': `${own} ${within(
    'void f(int k) { try { if (k > 0) throw new Bad(); if (k < 0) throw new Checked("y"); return; } catch (Worse e) { return; } catch (Checked e) { return; } catch (Bad e) { race(); } }',
  )}`,
  'a lock that an exception gives back': `${own} class T { private int n; private final Object lock = new Object();
    int seen() { synchronized (lock) { return n; } }
    void f(int k) { int was = 0; try { synchronized (lock) { was = n; «if (k > 0) throw new Bad();|» n = was + 1; } } catch (Bad e) { synchronized (lock) { n = was + 2; } } } }`,
  'a lock kept past a handler of another type': `class T { private int n; private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
    int seen() { lock.lock(); try { return n; } finally { lock.unlock(); } }
    void f(int k) { lock.lock(); try { if (k > 0) throw new IllegalStateException(); n++; lock.unlock(); } catch («IllegalArgumentException|IllegalStateException» e) { lock.unlock(); } } }`,
};
