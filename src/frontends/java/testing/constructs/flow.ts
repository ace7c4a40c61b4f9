// Statements and jumps.

import { within } from './program.js';

export const flow: Readonly<Record<string, string>> = {
  'if and else': within('void f(int k) { if (k > 1) { } else if (k < 0) { } else race(); }'),
  'a conditional expression': within('int f(int k) { return k > 0 ? one() : k < 0 ? 2 : 3; }'),
  'a conditional as an argument': within('void g(int k) { } void f(int k) { g(k > 0 ? 0 : one()); }'),
  and: within('boolean f(int k) { return k > 0 && yes(); }'),
  or: within('boolean f(int k) { boolean b = k > 0 || yes(); return b; }'),
  'a strict and': within('boolean f(int k) { return k > 0 & yes(); }'),
  not: within('void f(int k) { if (!(k > 0 || !yes())) return; }'),
  while: within('void f(int k) { while (k-- > 0) race(); }'),
  'the test of a loop': within('void f(int k) { while (k-- > 0 && yes()) { } }'),
  do: within('void f(int k) { do { race(); } while (--k > 0); }'),
  'the test of a do': within('void f(int k) { do { k--; } while (yes() && k > 0); }'),
  for: within('void f(int k) { for (int i = 0, j = k; i < j; i++, j--) race(); }'),
  'the step of a for': within('void f(int k) { for (int i = 0; i < k; i += one()) { } }'),
  'the start of a for': within('void f(int k) { for (int i = one(); i < k; i++) { } }'),
  'a for without a test': within('void f(int k) { for (;;) { if (k-- < 0) break; race(); } }'),
  'for each of an array': within('void f(int[] ks) { for (int k : ks) if (k > 0) race(); }'),
  'for each of a list': within('void f(List<String> ks) { for (var k : ks) { race(); } }'),
  'what is gone through': within('int[] all() { race(); return new int[2]; } void f() { for (int k : all()) { } }'),
  'a labelled break': within(
    'void f(int k) { outer: for (int i = 0; i < k; i++) { for (int j = 0; j < k; j++) { if (i * j > 3) break outer; } } race(); }',
  ),
  'behind an endless loop that is left by its label': within(
    'void f(int k) { outer: while (true) { while (true) { if (k-- < 0) break outer; } } race(); }',
  ),
  'a labelled continue': within(
    'void f(int k) { outer: for (int i = 0; i < k; i++) { while (true) { if (i > 1) continue outer; break outer; } } race(); }',
  ),
  'only by a labelled continue': within(
    'void f(int k) { int i = 0; outer: do { i++; while (true) { if (k > i) continue outer; return; } } while (i < k); race(); }',
  ),
  'a labelled block': within('void f(int k) { done: { if (k > 0) break done; return; } race(); }'),
  'a labelled if': within('void f(int k) { done: if (k > 0) { if (k > 3) break done; return; } else return; race(); }'),
  'a labelled switch': within(
    'void f(int k) { out: switch (k) { case 1: for (;;) { if (k > 0) break out; } default: return; } race(); }',
  ),
  switch: within('void f(int k) { switch (k) { case 1: race(); break; case 2: default: break; } }'),
  'a switch that falls through': within(
    'void f(int k) { switch (k) { case 1: k++; case 2: race(); break; case 3: return; } }',
  ),
  'a default in the middle': within('void f(int k) { switch (k) { case 1: return; default: case 7: race(); } }'),
  'switch with arrows': within(
    'void f(int k) { switch (k) { case 1, 2 -> race(); case 3 -> { return; } default -> { } } }',
  ),
  'a switch expression': within('int f(int k) { return switch (k) { case 1 -> one(); default -> 0; }; }'),
  yield: within(
    'int f(int k) { int r = switch (k) { case 1: yield one(); default: { race(); yield 0; } }; return r; }',
  ),
  'yield out of a loop': within(
    'int f(int k) { return switch (k) { case 1 -> { for (;;) { if (k > 0) yield one(); } } default -> 0; }; }',
  ),
  'behind a yield out of a loop': within(
    'void f(int k) { int r = switch (k) { default -> { while (true) { if (k > 0) yield 3; } } }; race(); }',
  ),
  'switch over texts': within('void f(String k) { switch (k) { case "a" -> race(); default -> { } } }'),
  'switch over constants': `enum C { A, B } ${within('void f(C k) { switch (k) { case A: race(); break; case B: } }')}`,
  'switch over types':
    `sealed interface S permits P, Q { } record P(int x) implements S { } record Q(T t) implements S { void go() { t.race(); } }
    ${within('void f(S s) { switch (s) { case P p -> { } case Q q -> this.race(); default -> { } } }')}`.replace(
      't.race();',
      '',
    ),
  'what a switch is about': within('void f() { switch (one()) { case 1: default: } }'),
  'return in a loop': within('int f(int k) { for (;;) { if (k > 2) return one(); k++; } }'),
  continue: within('void f(int k) { for (int i = 0; i < k; i++) { if (i == 3) continue; race(); } }'),
  'a nested block': within('void f() { { { race(); } } }'),
  'a local that is set later': within('void f(int k) { final int a; if (k > 0) a = one(); else a = 2; }'),
  assert: within('void f(int k) { assert k > 0 : "no"; race(); }'),
  'two in one declaration': within('void f() { int a = 1, b = one(), c[] = { b }; }'),
  'behind a text block': within('void f() { String s = """\n    race() "quoted" \\"""\n    """; race(); }'),
  recursion: within('void f(int k) { if (k > 0) f(k - 1); else race(); }'),
  'recursion by another': within('private void g(int k) { if (k > 0) f(k - 1); else race(); } void f(int k) { g(k); }'),
  'seven calls deep': within(
    'private void a() { b(); } private void b() { c(); } private void c() { d(); } private void d() { e(); } private void e() { h(); } private void h() { race(); } void f() { a(); }',
  ),
  'twelve calls deep': within(
    `${'abcdefghijkl'
      .split('')
      .map(
        (name, i, all) =>
          `private void ${name}${name}() { ${all[i + 1] === undefined ? 'race' : all[i + 1]! + all[i + 1]!}(); }`,
      )
      .join(' ')} void f() { aa(); }`,
  ),
};
