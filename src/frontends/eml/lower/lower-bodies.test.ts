import { describe, expect, it } from 'vitest';
import { printGraph } from '../../../model/program/print-graph.js';
import { validateProgram } from '../../../model/program/testing/validate.js';
import { programOf } from '../testing/program-of.js';

const declarations = `
lock l, m; var v, x: int, y: int 0..3, p: bool, q: bool, o: Node, a: int[], k: lock, t: thread;
class Node { next: Node; value: int; guard: lock; }
f(n: int): int { return n; }
g { }
`;

/** The edges of a main with this body. */
function edges(body: string): string[] {
  const program = programOf(`${declarations} process P { main { ${body} } }`);
  expect(validateProgram(program)).toEqual([]);
  const main = program.functions.find((graph) => graph.name === 'P.main')!;
  return printGraph(program, main)
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}

/** What is shown, the body, its edges. */
const bodies: readonly (readonly [string, string, readonly string[]])[] = [
  ['an empty main returns', '', ['0 -> 1  return']],
  [
    'accesses without a value',
    'read v; write v; read o.next; write a[x];',
    [
      '0 -> 2  read v',
      '2 -> 3  write v',
      '3 -> 4  read o into %0',
      '4 -> 5  read %0.next',
      '5 -> 6  read a into %1',
      '6 -> 7  read x into %2',
      '7 -> 8  write %1[%2]',
      '8 -> 1  return',
    ],
  ],
  [
    'reads happen left to right, the write last',
    'x = x + y * x;',
    [
      '0 -> 2  read x into %0',
      '2 -> 3  read y into %1',
      '3 -> 4  read x into %2',
      '4 -> 5  write x := %0 + %1 * %2',
      '5 -> 1  return',
    ],
  ],
  [
    'the place is evaluated before the value',
    'o.next.value = x; a[x] = a[y];',
    [
      '0 -> 2  read o into %0',
      '2 -> 3  read %0.next into %1',
      '3 -> 4  read x into %2',
      '4 -> 5  write %1.value := %2',
      '5 -> 6  read a into %3',
      '6 -> 7  read x into %4',
      '7 -> 8  read a into %5',
      '8 -> 9  read y into %6',
      '9 -> 10  read %5[%6] into %7',
      '10 -> 11  write %3[%4] := %7',
      '11 -> 1  return',
    ],
  ],
  [
    'locals cost no shared access',
    'let i = 1; let j = i + 2; i = j; assert i == j;',
    ['0 -> 2  i := 1', '2 -> 3  j := i + 2', '3 -> 4  i := j', '4 -> 5  assert i == j', '5 -> 1  return'],
  ],
  [
    'a read goes directly into a local of its type',
    'let i = x; i = x; let n = o; n = n.next;',
    [
      '0 -> 2  read x into i',
      '2 -> 3  read x into i',
      '3 -> 4  read o into n',
      '4 -> 5  read n.next into n',
      '5 -> 1  return',
    ],
  ],
  [
    'a local that is never assigned keeps the range of its value',
    'let i = y; let j = y; j = j + 1; assert i == j;',
    [
      '0 -> 2  read y into i',
      '2 -> 3  read y into %1',
      '3 -> 4  j := %1',
      '4 -> 5  j := j + 1',
      '5 -> 6  assert i == j',
      '6 -> 1  return',
    ],
  ],
  [
    'a value is stored through a temporary if its type is another',
    'let i: int 0..1 = y; assert i == 0;',
    ['0 -> 2  read y into %1', '2 -> 3  i := %1', '3 -> 4  assert i == 0', '4 -> 1  return'],
  ],
  [
    'free branches and loops',
    'if (*) read v; else if (*) write v; while (*) skip;',
    [
      '0 -> 2  skip  [then]',
      '0 -> 3  skip  [else]',
      '2 -> 4  read v',
      '3 -> 5  skip  [then]',
      '3 -> 4  skip  [else]',
      '5 -> 4  write v',
      '4 -> 6  skip  [enter]',
      '4 -> 7  skip  [leave]',
      '6 -> 4  skip',
      '7 -> 1  return',
    ],
  ],
  [
    'conditions on shared data',
    'if (p) skip; while (x < 3) x = x + 1;',
    [
      '0 -> 2  read p into %0',
      '2 -> 3  assume %0  [then]',
      '2 -> 4  assume !%0  [else]',
      '3 -> 4  skip',
      '4 -> 5  read x into %1',
      '5 -> 6  assume %1 < 3  [enter]',
      '5 -> 7  assume !(%1 < 3)  [leave]',
      '6 -> 8  read x into %2',
      '8 -> 4  write x := %2 + 1',
      '7 -> 1  return',
    ],
  ],
  [
    'a pure && is an expression',
    'let i = 1; let j = 2; if (i == 1 && j == 2 || i > j) skip;',
    [
      '0 -> 2  i := 1',
      '2 -> 3  j := 2',
      '3 -> 4  assume i == 1 && j == 2 || i > j  [then]',
      '3 -> 5  assume !(i == 1 && j == 2 || i > j)  [else]',
      '4 -> 5  skip',
      '5 -> 1  return',
    ],
  ],
  [
    'an && with a shared read is control flow',
    'if (p && q) skip;',
    [
      '0 -> 2  read p into %0',
      '3 -> 4  read q into %1',
      '2 -> 3  assume %0',
      '4 -> 5  %2 := %1',
      '2 -> 6  assume !%0',
      '6 -> 5  %2 := 0',
      '5 -> 7  assume %2  [then]',
      '5 -> 8  assume !%2  [else]',
      '7 -> 8  skip',
      '8 -> 1  return',
    ],
  ],
  [
    'an || with a call is control flow',
    'let i = 0; assert i == 1 || f(i) == 0;',
    [
      '0 -> 2  i := 0',
      '3 -> 4  call f(i) into %1',
      '2 -> 3  assume !(i == 1)',
      '4 -> 5  %2 := %1 == 0',
      '2 -> 6  assume i == 1',
      '6 -> 5  %2 := 1',
      '5 -> 7  assert %2',
      '7 -> 1  return',
    ],
  ],
  [
    'literal conditions leave no branch',
    'while (true) { if (true) skip; else read v; if (*) break; }',
    [
      '0 -> 2  skip  [enter]',
      '2 -> 3  skip  [then]',
      '3 -> 4  skip',
      '4 -> 5  skip  [then]',
      '4 -> 0  skip  [else]',
      '5 -> 1  return',
    ],
  ],
  [
    'choose',
    'choose { read v; } or { write v; } or { }',
    [
      '0 -> 2  skip  [branch 1]',
      '2 -> 3  read v',
      '0 -> 4  skip  [branch 2]',
      '4 -> 3  write v',
      '0 -> 3  skip  [branch 3]',
      '3 -> 1  return',
    ],
  ],
  [
    'units',
    'unit { read v; unit { write v; } }',
    [
      '0 -> 2  begin-unit',
      '2 -> 3  read v',
      '3 -> 4  begin-unit',
      '4 -> 5  write v',
      '5 -> 6  end-unit',
      '6 -> 7  end-unit',
      '7 -> 1  return',
    ],
  ],
  [
    'nested locks are released innermost first',
    'synchronized(l) { synchronized(m) { read v; } }',
    [
      '0 -> 2  acquire l',
      '2 -> 3  acquire m',
      '3 -> 4  read v',
      '4 -> 5  release m',
      '5 -> 6  release l',
      '6 -> 1  return',
    ],
  ],
  [
    'return leaves units and locks',
    'unit { synchronized(l) { if (*) return; read v; } }',
    [
      '0 -> 2  begin-unit',
      '2 -> 3  acquire l',
      '3 -> 4  skip  [then]',
      '3 -> 5  skip  [else]',
      '4 -> 6  release l',
      '6 -> 7  end-unit',
      '7 -> 1  return',
      '5 -> 8  read v',
      '8 -> 9  release l',
      '9 -> 10  end-unit',
      '10 -> 1  return',
    ],
  ],
  [
    'break and continue leave what is inside of the loop only',
    'synchronized(l) { while (*) { unit { if (*) break; if (*) continue; skip; } } }',
    [
      '0 -> 2  acquire l',
      '2 -> 3  skip  [enter]',
      '2 -> 4  skip  [leave]',
      '3 -> 5  begin-unit',
      '5 -> 6  skip  [then]',
      '5 -> 7  skip  [else]',
      '6 -> 4  end-unit',
      '7 -> 8  skip  [then]',
      '7 -> 9  skip  [else]',
      '8 -> 2  end-unit',
      '9 -> 10  skip',
      '10 -> 2  end-unit',
      '4 -> 11  release l',
      '11 -> 1  return',
    ],
  ],
  [
    'the lock expression is evaluated once',
    'let n = new Node; synchronized(n) { n = null; } synchronized(o.guard) { skip; } synchronized(a) { skip; }',
    [
      '0 -> 2  n := new Node',
      '2 -> 3  %1 := n',
      '3 -> 4  acquire %1',
      '4 -> 5  n := 0',
      '5 -> 6  release %1',
      '6 -> 7  read o into %2',
      '7 -> 8  read %2.guard into %3',
      '8 -> 9  acquire %3',
      '9 -> 10  skip',
      '10 -> 11  release %3',
      '11 -> 12  read a into %4',
      '12 -> 13  acquire %4',
      '13 -> 14  skip',
      '14 -> 15  release %4',
      '15 -> 1  return',
    ],
  ],
  [
    'a local that stays the same is locked directly',
    'let n = o; synchronized(n) { n.value = 1; }',
    ['0 -> 2  read o into n', '2 -> 3  acquire n', '3 -> 4  write n.value := 1', '4 -> 5  release n', '5 -> 1  return'],
  ],
  [
    'locks are values',
    'k = l; let b = k; acquire(b); release(b); assert b == l && b != null;',
    [
      '0 -> 2  write k := l',
      '2 -> 3  read k into b',
      '3 -> 4  acquire b',
      '4 -> 5  release b',
      '5 -> 6  assert b == l && b != 0',
      '6 -> 1  return',
    ],
  ],
  [
    'explicit locking, wait and notify',
    'acquire(l); wait(l); notify(l); notifyAll(l); release(l);',
    [
      '0 -> 2  acquire l',
      '2 -> 3  wait l',
      '3 -> 4  notify l',
      '4 -> 5  notifyAll l',
      '5 -> 6  release l',
      '6 -> 1  return',
    ],
  ],
  [
    'calls take and give values',
    'g(); f(1); x = f(x); let i = f(f(x) + 1); assert i == 0;',
    [
      '0 -> 2  call g()',
      '2 -> 3  call f(1)',
      '3 -> 4  read x into %0',
      '4 -> 5  call f(%0) into %1',
      '5 -> 6  write x := %1',
      '6 -> 7  read x into %2',
      '7 -> 8  call f(%2) into %3',
      '8 -> 9  call f(%3 + 1) into i',
      '9 -> 10  assert i == 0',
      '10 -> 1  return',
    ],
  ],
  [
    'spawn and join',
    'spawn g(); t = spawn f(3); let s = spawn g(); join s; join t; join;',
    [
      '0 -> 2  spawn g()',
      '2 -> 3  spawn f(3) into %0',
      '3 -> 4  write t := %0',
      '4 -> 5  spawn g() into s',
      '5 -> 6  join s',
      '6 -> 7  read t into %2',
      '7 -> 8  join %2',
      '8 -> 9  join',
      '9 -> 1  return',
    ],
  ],
  [
    'labels, yield, assume',
    'label here; yield; assume x == 1;',
    ['0 -> 2  label here', '2 -> 3  yield', '3 -> 4  read x into %0', '4 -> 5  assume %0 == 1', '5 -> 1  return'],
  ],
  [
    'choices and allocations',
    'let i = choose(0..3); x = choose(y..i); let b = new int[4]; let c = new Node[i]; c[0] = new Node; a = b;',
    [
      '0 -> 2  i := choose(0..3)',
      '2 -> 3  read y into %1',
      '3 -> 4  %2 := choose(%1..i)',
      '4 -> 5  write x := %2',
      '5 -> 6  b := new int[4]',
      '6 -> 7  c := new Node[i]',
      '7 -> 8  %5 := new Node',
      '8 -> 9  write c[0] := %5',
      '9 -> 10  write a := b',
      '10 -> 1  return',
    ],
  ],
  [
    'operators',
    'x = -x - (x - 1) * 2 % 3 / 4; p = !(p == q) != (x <= y);',
    [
      '0 -> 2  read x into %0',
      '2 -> 3  read x into %1',
      '3 -> 4  write x := -%0 - (%1 - 1) * 2 % 3 / 4',
      '4 -> 5  read p into %2',
      '5 -> 6  read q into %3',
      '6 -> 7  read x into %4',
      '7 -> 8  read y into %5',
      '8 -> 9  write p := !(%2 == %3) != %4 <= %5',
      '9 -> 1  return',
    ],
  ],
  ['statements behind a jump leave no trace', 'return; read v; while (*) write v;', ['0 -> 1  return']],
  ['an endless loop has no end', 'while (true) { }', ['0 -> 0  skip  [enter]']],
  [
    'blocks are scopes',
    'let i = 1; { let i = true; assert i; } assert i == 1;',
    ['0 -> 2  i := 1', '2 -> 3  i := 1', '3 -> 4  assert i', '4 -> 5  assert i == 1', '5 -> 1  return'],
  ],
];

describe('the graph of a body', () => {
  it.each(bodies)('%s', (_title, body, expected) => {
    expect(edges(body)).toEqual(expected);
  });
});
