// Expressions: what is read and written by the way.

import { within } from './program.js';

/** A field in the place of `n`, read and written in two steps or one. */
const field = (
  declaration: string,
  place: string,
  more = '',
) => `class T { ${declaration} private final Object lock = new Object(); ${more}
  int seen() { synchronized (lock) { return ${place}; } }
  void f(int k) { «int was; synchronized (lock) { was = ${place}; } synchronized (lock) { ${place} = was + 1; }|synchronized (lock) { ${place} = ${place} + 1; }» } }`;

const step = (text: string, more = '') =>
  `class T { int n; int[] a = new int[9]; ${more} synchronized int seen() { return n; } synchronized int at(int i) { return a[i]; } «|synchronized» void f(int k) { ${text} } }`;

export const values: Readonly<Record<string, string>> = {
  this: field('private int n;', 'this.n'),
  'this of the class': field('private int n;', 'T.this.n'),
  'a cast of this': field('private int n;', '((T) this).n'),
  'a method that returns this': field('private int n;', 'self().n', 'private T self() { return this; }'),
  'a local that is this': within('void f() { var t = this; t.race(); }'),
  'a place in parentheses': field('private int n;', '(n)'),
  'an array': field('private final int[] a = new int[3];', 'a[0]'),
  'an array of arrays': field('private final int[][] a = new int[3][3];', 'a[0][1]'),
  'an array of objects': field('private static class Box { int n; } private final Box[] a = { new Box() };', 'a[0].n'),
  'a text': within('String f() { return "a" + one() + "b"; }'),
  'i++': step('n++;'),
  '++i': step('++n;'),
  '--i': step('--n;'),
  '+=': step('n += k;'),
  '*=': step('n *= 2;'),
  '<<= and |=': step('n <<= 1; n |= k;').replaceAll('|= k', '^= k'),
  'a step in an index': step('int[] b = new int[9]; b[n++] = k;'),
  'a step in an index of a field': step('a[n++] = k;'),
  'a step in an argument': step('g(n++);', 'void g(int i) { }'),
  'a step in a condition': step('if (n++ > 3) return;'),
  'a step in a return': step('g(k);', '«|synchronized» int g(int i) { return n++; }'),
  'a step in a loop': step('for (int i = 0; i < k; n++, i++) { }'),
  'a step of an element': step('a[k]++;'),
  'a sum into an element': step('a[k] += 2;'),
  'a sum into a moving element': step('int i = 0; a[i++] += 2;'),
  'a chained assignment': step('int x, y; x = y = n; n = x + y + 1;'),
  'an assignment in a condition': step('int x; while ((x = n) < k) { n = x + 1; }'),
  'an assignment in an argument': step('g(n = n + 1);', 'void g(int i) { }'),
  'a conditional step': step('n = n > 3 ? 0 : n + 1;'),
  'a cast of a sum': step('n = (int) (n + 1L);'),
  'each element changed': step('for (int i = 0; i < a.length; i++) a[i] = a[i] + 1;'),
  'elements swapped': step('int x = a[0]; a[0] = a[k]; a[k] = x;'),
  'a boxed field':
    'class T { private Integer n = 0; synchronized int seen() { return n; } «|synchronized» void f() { n++; } }',
  'a text field':
    'class T { private String n = ""; synchronized String seen() { return n; } «|synchronized» void f(int k) { n += k; } }',
  'a character':
    "class T { private char n = 'a'; synchronized char seen() { return n; } «|synchronized» void f() { n++; } }",
  'a boolean':
    'class T { private boolean n; synchronized boolean seen() { return n; } «|synchronized» void f() { n = !n; } }',
  'a boolean of a boolean':
    'class T { private boolean n; synchronized boolean seen() { return n; } «|synchronized» void f(boolean b) { n ^= b; } }',
  'a long volatile':
    'class T { private volatile long n; long seen() { return n; } «|synchronized» void f() { n += 2; } }',
  'a check of a volatile':
    'class T { private volatile T only; T seen() { return only; } «|synchronized» void f() { if (only == null) only = new T(); } }',
  'a check in a switch':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { switch (n) { case 0: n = 1; break; default: } } }',
  'a check in a switch expression':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { n = switch (n) { case 0 -> 1; default -> 2; }; } }',
  'a check in a conditional':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { n = n == 0 ? 1 : 2; } }',
  'a check by yield':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { int was = n; n = switch (was) { case 0: yield 1; default: yield was + 2; }; } }',
  'a value through a switch':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f(int k) { int x = switch (k) { case 0 -> n; default -> { int y = n; yield y + 1; } }; n = x + 1; } }',
  'a value through a conditional':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f(int k) { int x = k > 0 ? n : 0; n = x + 1; } }',
  'a value through a method':
    'class T { private volatile int n; int seen() { return n; } private int next() { return n + 1; } «|synchronized» void f() { n = next(); } }',
  'a value through a lambda':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { IntSupplier s = () -> n; n = s.getAsInt() + 1; } }',
  'a value through an array':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { int[] x = { n }; n = x[0] + 1; } }',
  'a value through an array that is filled':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { int[] x = new int[2]; x[1] = n; n = x[1] + 1; } }',
  'a value through an object':
    'class T { static class Box { int v; } private volatile int n; int seen() { return n; } «|synchronized» void f() { Box x = new Box(); x.v = n; n = x.v + 1; } }',
  'a value through a record':
    'class T { record Box(int v) { } private volatile int n; int seen() { return n; } «|synchronized» void f() { Box x = new Box(n); n = x.v() + 1; } }',
  'a value through a list':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { List<Integer> x = new ArrayList<>(); x.add(n); n = x.get(0) + 1; } }',
  'a value through a text':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { String s = "" + n; n = Integer.parseInt(s) + 1; } }',
  'a value through a text builder':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { StringBuilder s = new StringBuilder(); s.append(n); n = s.length() + 1; } }',
  'a value through an exception':
    'class T { static class Odd extends RuntimeException { final int v; Odd(int v) { this.v = v; } } private volatile int n; int seen() { return n; } «|synchronized» void f() { try { throw new Odd(n); } catch (Odd e) { n = e.v + 1; } } }',
  'a value through an optional':
    'class T { private volatile Integer n; Integer seen() { return n; } «|synchronized» void f() { n = Optional.ofNullable(n).map(x -> x + 1).orElse(0); } }',
  'a value through a loop':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f(int k) { int x = n; while (x < k) x++; n = x; } }',
  'a value through instanceof':
    'class T { private volatile Object n; Object seen() { return n; } «|synchronized» void f() { if (n instanceof Integer i) n = i + 1; } }',
  'a value through a local class':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { int was = n; class Job { void go() { n = was + 1; } } new Job().go(); } }',
  'a value through an anonymous class':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { int was = n; new Object() { void go() { n = was + 1; } }.go(); } }',
  'a value through finally':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { int was = n; try { was++; } finally { n = was; } } }',
  'a value through bits':
    'class T { private volatile int n; int seen() { return n; } «|synchronized» void f() { n = ~n & -n; } }',
};
