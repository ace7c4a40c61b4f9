import { expect, it } from 'vitest';
import { inMain, type Mistake, messagesOf } from './testing/messages-of.js';

const mistakes: readonly Mistake[] = [
  [
    'a missing semicolon at the end of a line',
    'process P { main { skip\n  skip } }',
    ['1:23 HD0101 expected `;` after this'],
  ],
  ['a missing semicolon in a line', inMain('skip skip; skip'), ['1:25 HD0101 expected `;`, found `skip`']],
  [
    'a missing semicolon after a declaration',
    'lock l\nvar v;\nprocess P { main { synchronized(l) { read v; } } }',
    ['1:6 HD0101 expected `;` after this'],
  ],
  [
    'a block that is not closed',
    'process P { main { if (*) { skip; } ',
    ['1:37 HD0101 expected `}`, found the end of the file (the block opened at 1:18 is not closed)'],
  ],
  ['a brace too much', 'process P { main { skip; } }\n}', ['2:1 HD0101 this `}` closes nothing']],
  [
    'semicolons too much',
    'process P { main { skip;; } };',
    [
      '1:25 HD0101 there is no empty statement (remove this `;`, or write `skip;`)',
      '1:30 HD0101 this `;` ends nothing (remove it)',
    ],
  ],
  [
    'two broken expressions',
    inMain('x = 1 + ; y = (2; z = 3;'),
    ['1:28 HD0101 expected an expression, found `;`', '1:36 HD0101 expected `)`, found `;`'],
  ],
  ['an else without an if', inMain('skip; else skip;'), ['1:26 HD0101 expected a statement, found `else`']],
  [
    'an assignment as a condition',
    inMain('if (x = 3) { skip; } else { skip; }'),
    ['1:26 HD0101 expected `)`, found `=` (equality is written `==`)'],
  ],
  [
    'a local without a value',
    inMain('let x; let y: int;'),
    [
      '1:25 HD0101 expected `=`, found `;` (a local variable needs an initial value: `let x = 0;`)',
      '1:37 HD0101 expected `=`, found `;` (a local variable needs an initial value: `let x = 0;`)',
    ],
  ],
  [
    'a misspelt keyword',
    'proces P { main { raed v; } }\nprocess Q { main { raed v; f; } }',
    [
      '1:1 HD0101 expected a declaration, found `proces` (did you mean `process`?)',
      '2:25 HD0101 expected `=`, found `v` (did you mean `read`?)',
      '2:29 HD0101 expected `=`, found `;` (an assignment is `f = …;`, a call is `f();`)',
    ],
  ],
  [
    'a lock without parentheses',
    inMain('acquire l; skip;'),
    ['1:28 HD0101 expected `=`, found `l` (the lock stands in parentheses: `acquire(l);`)'],
  ],
  [
    'strange characters',
    inMain('skip @ # ; skip \u0007 ;'),
    [
      '1:25 HD0102 unexpected character `@`',
      '1:27 HD0102 unexpected character `#`',
      '1:36 HD0102 unexpected character U+0007',
    ],
  ],
  [
    'foreign letters in a name',
    'var größe: int; process P { main { größe = größe + 1; } }',
    ['1:7 HD0102 unexpected character `ö`'],
  ],
  [
    'a single ampersand',
    inMain('assert true & false;'),
    ['1:32 HD0102 unexpected character `&` (write `&&`)', '1:34 HD0101 expected `;`, found `false`'],
  ],
  [
    'a comment that is not closed',
    inMain('skip; /* never'),
    ['1:26 HD0103 this comment is never closed (close it with `*/`)'],
  ],
  ['a number that is too large', inMain('let x = 99999999999;'), ['1:28 HD0104 the number is larger than 2147483647']],
  [
    'a bad choice',
    inMain('let x = choose(3..1); let y = choose(1);'),
    ['1:58 HD0101 expected `..`, found `)` (a value is chosen by `choose(low..high)`)'],
  ],
  [
    'an unknown scheduling policy',
    'scheduling fair; process P { main { skip; } }',
    ['1:12 HD0101 expected `preemptive`, `cooperative` or `event-loop`, found `fair`'],
  ],
  [
    'a variable inside of a process',
    'process P { var v; main { } }',
    ['1:13 HD0101 expected a function, found `var` (a process contains functions only)'],
  ],
  [
    'words for declarations that other languages have',
    'mutex m;\nint x;\nfunction f() { }\nasync g() { }\nconst N = 2;\nprocess P { main { assert N == 2; } }',
    [
      '1:1 HD0101 expected a declaration, found `mutex` (a lock is declared by `lock l;`)',
      '2:1 HD0101 expected a declaration, found `int` (a shared variable is declared by `var x: int;`)',
      '3:1 HD0101 expected a declaration, found `function` (a function has no word before its name: `f(x: int): int { … }`)',
      '4:1 HD0101 expected a declaration, found `async` (declare `scheduling event-loop;`, and call the function by `spawn eager f();`)',
    ],
  ],
  [
    'words for statements that other languages have',
    `lock l; var x: bool; ${inMain('lock(l); unlock(l); sleep(1); x &&= true; int y = 1; cas(x, true, false);')}`,
    [
      '1:73 HD0101 expected `=`, found `&&` (there is no `&&=`: write `x = x && …;`)',
      '1:87 HD0101 expected `=`, found `y` (a local is declared by `let x = 0;`)',
    ],
  ],
];

it.each(mistakes)('%s', (_title, text, expected) => {
  expect(messagesOf(text)).toEqual(expected);
});
