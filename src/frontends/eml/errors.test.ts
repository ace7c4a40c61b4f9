import { describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../base/diagnostic.js';
import { SourceText } from '../../base/source-text.js';
import { noCompanions } from '../../model/model.js';
import { emlReader } from './reader.js';
import { inMain, type Mistake, messagesOf } from './testing/messages-of.js';

const mistakes: readonly Mistake[] = [
  ['an empty file', '', ['1:1 HD0105 the model has no process (add one: `process P { main { … } }`)']],
  [
    'a file without a process',
    '// nothing but a variable\nvar v;\n',
    ['1:1 HD0105 the model has no process (add one: `process P { main { … } }`)'],
  ],
  [
    'a process without main',
    'process P { mian { } }',
    ['1:9 HD0106 process `P` has no function `main` (is `mian` meant to be `main`?)'],
  ],
  ['main with parameters', 'process P { main(x: int) { } }', ['1:13 HD0106 `main` takes no parameters']],
  ['no instances', 'process P [0] { main { } }', ['1:12 HD0116 a process has at least one instance']],
  [
    'a misspelt variable',
    'var count: int; process P { main { cuont = 1; } }',
    ['1:36 HD0108 there is no variable or lock `cuont` (did you mean `count`?)'],
  ],
  [
    'a name of which nothing is near',
    inMain('x = 1;'),
    ['1:20 HD0108 there is no variable or lock `x` (declare it: `var x: int;`, or `let x = …;`)'],
  ],
  [
    'a name out of scope',
    inMain('{ let a = 1; assert a == 1; } assert a == 1;'),
    ['1:57 HD0108 there is no variable or lock `a` (declare it: `var a: int;`, or `let a = …;`)'],
  ],
  [
    'a function used as a variable',
    'process P { f: int { return 1; } main { let x: int = f; assert x == f; f = 2; read f; } }',
    [
      '1:54 HD0110 expected int, found () -> int (a function is called by `f()`)',
      '1:64 HD0110 functions cannot be compared',
      '1:72 HD0124 `f` is a function and cannot be assigned to',
      '1:84 HD0117 `f` is a function, not a variable',
    ],
  ],
  [
    'functions where none can be',
    'var h: () -> void, n: int;\nclass C { f: (int) -> bool; }\ng: () -> void { return () => { }; }\nprocess P { main { let a: thread = null; join a; n = 1; g(); } }',
    [
      '1:8 HD0121 functions cannot be stored in shared memory (pass it as a parameter)',
      '2:14 HD0121 functions cannot be stored in shared memory (pass it as a parameter)',
      '3:4 HD0122 functions cannot be returned (take a function as a parameter, and call it with the value)',
      '3:17 HD0122 functions cannot be returned (take a function as a parameter, and call it)',
    ],
  ],
  [
    'functions that do not fit',
    'run(f: (int 0..3) -> bool) { f(); f(true); let b: int = f(1); }\nprocess P { main { run(() => { }); run((n: int): bool => { return n > 0; }); run(3); run((n: int 0..3): bool => { }); run((n: int 0..3) => { return true; }); } }',
    [
      '1:30 HD0109 `f` takes 1 argument, but 0 are given',
      '1:37 HD0110 expected int 0..3, found bool',
      '1:57 HD0110 expected int, found bool',
      '2:24 HD0110 expected (int 0..3) -> bool, found () -> void',
      '2:40 HD0110 expected (int 0..3) -> bool, found (int) -> bool',
      '2:82 HD0110 expected (int 0..3) -> bool, found int',
      '2:115 HD0115 this function can end without returning a value (add a `return` at the end)',
      '2:123 HD0110 expected (int 0..3) -> bool, found (int 0..3) -> void',
      '2:142 HD0114 this function returns no value (give it a return type: `(…): int => { … }`)',
    ],
  ],
  [
    'captures of what changes',
    'var v: int;\nrun(f: () -> void) { f(); f = run; }\nprocess P { main { let a = 1; a = 2; run(() => { v = a; }); let b = 1; run(() => { v = b; b = 2; }); while (v < 2) { let c = v; run(() => { v = c; let a = 1; a = 2; v = a; }); c++; } let d = 1; d(); } }',
    [
      '2:27 HD0124 `f` is a function and cannot be assigned to',
      '3:54 HD0123 `a` is assigned after its declaration and cannot be captured (capture a copy: `let copy = a;` before)',
      '3:91 HD0124 `b` belongs to the surrounding function and cannot be assigned here (declare a local of the anonymous function, or a shared variable)',
      '3:145 HD0123 `c` is assigned after its declaration and cannot be captured (capture a copy: `let copy = c;` before)',
      '3:195 HD0125 `d` is not a function (only functions can be called)',
    ],
  ],
  [
    'function types that are not finished',
    'f(g: () void) { g(); }\nprocess P { main { f(() = { }); f((x: int) -> { }); } }',
    [
      '1:9 HD0101 expected `->`, found `void` (the type of a function is `(int) -> bool`, or `() -> void`)',
      '2:25 HD0101 expected `=>`, found `=` (an anonymous function is `() => { … }`)',
      '2:44 HD0101 expected `=>`, found `->` (an anonymous function is `() => { … }`)',
    ],
  ],
  [
    'two declarations of one name',
    'var v;\nlock v;\nprocess P { main { read v; } main { } }\nprocess P { main { } }',
    [
      '2:6 HD0107 `v` is declared twice (the first one is at 1:5)',
      '3:30 HD0107 `main` is declared twice (the first one is at 3:13)',
      '4:9 HD0107 `P` is declared twice (the first one is at 3:9)',
    ],
  ],
  [
    'two locals of one name',
    inMain('let a = 1; let a = a; assert a == a;'),
    ['1:35 HD0107 `a` is declared twice in this block'],
  ],
  [
    'wrong numbers of arguments',
    'process P { f(x: int) { } main { f(); f(1, 2); f(true); } }',
    [
      '1:34 HD0109 `f` takes 1 argument, but 0 are given',
      '1:39 HD0109 `f` takes 1 argument, but 2 are given',
      '1:50 HD0110 expected int, found bool',
    ],
  ],
  [
    'the value of a variable without a type',
    'var v; process P { main { v = 1; if (v == 1) skip; } }',
    [
      '1:27 HD0111 `v` has no value, because it is declared without a type (give it a type: `var v: int;`; without one it can only be accessed by `read v;` and `write v;`)',
      '1:38 HD0111 `v` has no value, because it is declared without a type (give it a type: `var v: int;`; without one it can only be accessed by `read v;` and `write v;`)',
    ],
  ],
  [
    'a number as a condition',
    'var v: int; process P { main { if (v) skip; while (v + true > 2) skip; } }',
    [
      '1:36 HD0110 expected bool, found int (compare it, for example with `!= 0`)',
      '1:56 HD0110 expected int, found bool',
    ],
  ],
  [
    'mixed types in operators',
    'var b: bool, i: int; process P { main { assert b == i; assert !i; assert -b < 3; b = b && i; } }',
    [
      '1:48 HD0110 bool and int cannot be compared',
      '1:64 HD0110 expected bool, found int (compare it, for example with `!= 0`)',
      '1:75 HD0110 expected int, found bool',
      '1:91 HD0110 expected bool, found int (compare it, for example with `!= 0`)',
    ],
  ],
  [
    'locking what is no lock',
    'var v, w: int; lock l; process P { main { acquire(v); synchronized(w) { } release(5); acquire(l, l); } }',
    [
      '1:51 HD0112 `v` is a variable, not a lock (declare it by `lock v;`)',
      '1:68 HD0112 expected a lock, found int (declared locks (`lock l;`), objects and arrays can be locked)',
      '1:83 HD0112 expected a lock, found int (declared locks (`lock l;`), objects and arrays can be locked)',
      '1:87 HD0109 `acquire` takes a lock, but 2 arguments are given',
    ],
  ],
  [
    'jumps outside of loops',
    inMain('break; if (*) continue;'),
    ['1:20 HD0113 `break` outside of a loop', '1:34 HD0113 `continue` outside of a loop'],
  ],
  [
    'returns that do not fit',
    'process P { f: int { if (*) return 1; } g: int { return; } h { return 2; } main { f(); g(); h(); } }',
    [
      '1:39 HD0115 `f` can end without returning a value (add a `return` at the end)',
      '1:50 HD0114 `g` returns a value, but none is given',
      '1:64 HD0114 `h` returns no value (give it a return type: `h(…): int { … }`)',
    ],
  ],
  [
    'constants that do not fit',
    'var v: int 0..3 = 7, w: bool = 3, x: int 3..1, y = 1; process P { main { v = 9; w = 2; x = 1; } }',
    [
      '1:19 HD0116 7 is outside of int 0..3',
      '1:32 HD0110 `w` is of type bool and cannot start as int',
      '1:38 HD0116 the range 3..1 is empty',
      '1:52 HD0111 `y` has no type, so it has no value (give it a type: `var y: int = …`)',
      '1:78 HD0116 9 is outside of int 0..3',
      '1:85 HD0110 expected bool, found int (compare it, for example with `!= 0`)',
    ],
  ],
  [
    'a lock as a variable',
    'lock l; process P { main { l = null; read l; let m = l; read m; } }',
    [
      '1:28 HD0117 `l` is a lock and cannot be assigned to',
      '1:43 HD0117 `l` is a lock, not a variable',
      '1:62 HD0117 `m` is local, and only shared variables are read and written',
    ],
  ],
  [
    'a value where there is none',
    'process P { f { } main { let x = f(); let y = null; let z = wait(3); } }',
    [
      '1:34 HD0118 `f` gives no value (give it a return type: `f(…): int { … }`)',
      '1:47 HD0110 `null` alone has no type (give one: `let y: T = null;`)',
      '1:61 HD0118 `wait` gives no value',
    ],
  ],
  [
    'wrong use of objects',
    'class Node { next: Node; value: int; }\nvar head: Node;\nprocess P { main { head.vlaue = 1; head.value.x = 2; head[0] = 1; head = new Nod; head = new Node[3]; } }',
    [
      '3:25 HD0108 Node has no field `vlaue` (did you mean `value`?)',
      '3:36 HD0110 this is of type int, which has no fields',
      '3:54 HD0110 this is of type Node, which has no elements',
      '3:78 HD0108 there is no type `Nod` (did you mean `Node`?)',
      '3:90 HD0110 expected Node, found Node[]',
    ],
  ],
  [
    'an unknown type',
    'var x: in; process P { main { read x; } }',
    ['1:8 HD0108 there is no type `in` (did you mean `int`?)'],
  ],
  [
    'an unknown member of an atomic set',
    'var a; atomic set S { a, bb } process P { main { read a; } }',
    ['1:26 HD0108 there is no variable `bb`'],
  ],
  [
    'a function of another process',
    'process P { get { } main { get(); } }\nprocess Q { main { get(); } }',
    ['2:20 HD0108 there is no function `get` (process P has one; move it out of the process to share it)'],
  ],
  ['joining what is no thread', inMain('join 3;'), ['1:25 HD0110 expected thread, found int']],
  [
    'a constant as a name',
    'var true; process P { main { read true; let null = 1; } }',
    [
      '1:5 HD0107 `true` is a constant and cannot be declared',
      '1:35 HD0108 there is no variable or lock `true` (declare it: `var true: int;`, or `let true = …;`)',
      '1:45 HD0107 `null` is a constant and cannot be declared',
    ],
  ],
  [
    'dead code',
    inMain(
      'while (true) { if (*) return; else return; skip; skip; } skip; if (false) skip; else if (true) skip; else skip;',
    ),
    ['1:63 HD0151 this is never reached', '1:77 HD0151 this is never reached'],
  ],
  [
    'branches that are impossible',
    inMain('if (false) skip; else if (true) skip; else skip; while (false) skip;'),
    ['1:31 HD0151 this is never reached', '1:63 HD0151 this is never reached', '1:83 HD0151 this is never reached'],
  ],
  [
    'functions that other languages have',
    `lock l; ${inMain('lock(l); unlock(l); sleep(1); cas(l, l, l);')}`,
    [
      '1:28 HD0108 there is no function `lock` (a lock is taken by `acquire(l);`, or for a block by `synchronized(l) { … }`)',
      '1:37 HD0108 there is no function `unlock` (a lock is given back by `release(l);`)',
      '1:48 HD0108 there is no function `sleep` (time does not matter: any thread may be late at any step, so leave it out)',
      '1:58 HD0108 there is no function `cas` (compare and set is `compareAndSet(x, old, new)`)',
    ],
  ],
  [
    'an assignment to a constant',
    `const N = 1; ${inMain('N += 1;')}`,
    ['1:33 HD0117 `N` is a constant and cannot be assigned to'],
  ],
  [
    'a constant that is none',
    `var x: int; const N = x; ${inMain('assert N == x;')}`,
    ['1:23 HD0110 a constant is made of literals and earlier constants'],
  ],
  [
    'mistakes in a process with a parameter, once',
    'process P(id: 1..3) { main { y = id; } } process Q(id: 3..1) { main { skip; } }',
    [
      '1:30 HD0108 there is no variable or lock `y` (declare it: `var y: int;`, or `let y = …;`)',
      '1:52 HD0116 the range 3..1 is empty',
    ],
  ],
  [
    'an update of what is not volatile',
    `var x: int; ${inMain('let y = 1; x = atomic(x + 1); y = atomic(y + 1); x = compareAndSet(x, 0);')}`,
    [
      '1:43 HD0120 an atomic update needs a volatile place (declare it by `volatile var x: …;`)',
      '1:62 HD0120 `y` is not shared, and only shared places are updated atomically',
      '1:85 HD0109 `compareAndSet` takes a place, a value, a value, but 2 arguments are given',
    ],
  ],
  [
    'an update that reads something else',
    `volatile var x: int; var y: int; ${inMain('x = atomic(x + y);')}`,
    [
      '1:64 HD0120 an atomic update reads nothing but `x` (read the others into locals before: `let v = …; x = atomic(…);`)',
    ],
  ],
  [
    'unused names',
    'lock l; var v; class C { } f { } process P { main { let x = 1; } }',
    [
      '1:6 HD0152 lock `l` is never used',
      '1:13 HD0152 variable `v` is never used',
      '1:22 HD0152 class `C` is never used',
      '1:28 HD0152 function `f` is never called',
      '1:57 HD0152 `x` is never used',
    ],
  ],
  [
    'a hidden variable',
    'var x: int; process P { main { let x = 1; x = x + 1; x = x; } }',
    [
      '1:5 HD0152 variable `x` is never used',
      '1:36 HD0153 `x` hides the shared variable of this name (choose another name)',
    ],
  ],
];

describe('messages about mistakes', () => {
  it.each(mistakes)('%s', (_title, text, expected) => {
    expect(messagesOf(text)).toEqual(expected);
  });

  it('underlines the place in its line', () => {
    const text = 'var count: int;\nprocess P {\n\tmain { cuont = 1; }\n}\n';
    const { diagnostics } = emlReader.read(new SourceText('m.eml', text), noCompanions);
    expect(diagnostics.map(printDiagnostic).join('\n')).toBe(
      [
        'm.eml:3:9: error[HD0108]: there is no variable or lock `cuont`',
        '  |',
        '3 | \tmain { cuont = 1; }',
        '  | \t       ^^^^^',
        'help: did you mean `count`?',
      ].join('\n'),
    );
  });

  it('stops after a hundred messages and says so', () => {
    const { diagnostics, model } = emlReader.read(
      new SourceText('m.eml', inMain('x = 1;\n'.repeat(1000))),
      noCompanions,
    );
    expect(model).toBeUndefined();
    expect(diagnostics.length).toBe(101);
    expect(diagnostics.at(-1)?.code).toBe('HD0199');
  });
});
