// Programs of the literature that grow with a number. All of them end, so their inequivalent executions can be counted; where
// a formula is known for that, it is given. Waiting for a variable is `assume`: executions that would have to wait longer end.

import { algorithmFamilies } from './algorithm-families.js';
import { idiomFamilies } from './idiom-families.js';
import type { ObservedProgram } from './observed-program.js';
import { tableFamilies } from './table-families.js';

export interface Family {
  readonly name: string;
  readonly sizes: readonly number[];
  program(n: number): ObservedProgram;
  /** How many inequivalent executions there are, if a formula is known. */
  traces?(n: number): number;
}

function each<T>(n: number, of: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => of(i));
}

function variables(names: readonly string[], volatile = false): string {
  return `${volatile ? 'volatile ' : ''}var ${names.map((name) => `${name} : int`).join(', ')};`;
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

const memory: readonly Family[] = [
  {
    name: 'writers',
    sizes: [2, 3, 4, 5],
    program: (n) => ({ data: variables(['x']), threads: each(n, (i) => `x = ${i + 1};`), observed: ['x'] }),
    traces: factorial,
  },
  {
    name: 'readers',
    sizes: [2, 4, 6, 8],
    program: (n) => {
      const results = each(n, (i) => `r${i}`);
      return {
        data: variables(['x', ...results], true),
        threads: ['x = 1;', ...results.map((name) => `${name} = x;`)],
        observed: results,
      };
    },
    traces: (n) => 2 ** n,
  },
  {
    name: 'lastzero',
    sizes: [2, 3, 4, 5],
    program: (n) => {
      const cells = each(n, (i) => `a${i + 1}`);
      const look = each(n, (i) => `if (a${n - i} == 0) { res = ${n - i}; return; }`).join(' ');
      const add = each(n - 1, (i) => `let v = a${i + 1}; a${i + 2} = v + 1;`);
      return {
        data: variables([...cells, 'res'], true),
        threads: [look, 'a1 = 1;', ...add],
        observed: [...cells, 'res'],
      };
    },
    traces: (n) => (n + 3) * 2 ** (n - 2),
  },
  {
    name: 'sigma',
    sizes: [2, 3, 4],
    program: (n) => ({
      data: `${variables(['index', ...each(n, (i) => `s${i}`)])} class Box { v : int; } var cells : int[];`,
      threads: each(n, (i) => `let k = index; cells[k] = 1; s${i} = k;`),
      observed: each(n, (i) => `s${i}`),
      before: `cells = new int[${n + 1}];`,
      between: (i) => `index = ${i + 1};`,
    }),
    traces: (n) => 2 ** n * factorial(n),
  },
  {
    name: 'co-2+2w',
    sizes: [2, 3, 4, 5],
    program: (n) => ({
      data: variables(each(n, (i) => `x${i}`)),
      threads: each(n, (i) => `x${i} = 1; x${(i + 1) % n} = 2;`),
      observed: each(n, (i) => `x${i}`),
    }),
    traces: (n) => 2 ** n - 1,
  },
  {
    name: 'co-rr',
    sizes: [1, 2, 3],
    program: (n) => ({
      data: variables(['x', 'a', 'b']),
      threads: ['a = x; b = x;', ...each(n, (i) => `x = ${i + 1};`)],
      observed: ['x', 'a', 'b'],
    }),
    traces: (n) => (factorial(n) * (n + 1) * (n + 2)) / 2,
  },
  {
    name: 'co-iriw',
    sizes: [1, 2],
    program: (n) => ({
      data: variables(['x', 'y', ...each(2 * n, (i) => `a${i}`), ...each(2 * n, (i) => `b${i}`)]),
      threads: [
        'x = 1;',
        'y = 1;',
        ...each(2 * n, (i) => (i % 2 === 0 ? `a${i} = x; b${i} = y;` : `a${i} = y; b${i} = x;`)),
      ],
      observed: [...each(2 * n, (i) => `a${i}`), ...each(2 * n, (i) => `b${i}`)],
    }),
  },
  {
    name: 'store-buffer',
    sizes: [2, 3, 4],
    program: (n) => ({
      data: variables([...each(n, (i) => `x${i}`), ...each(n, (i) => `r${i}`)], true),
      threads: each(n, (i) => `x${i} = 1; r${i} = x${(i + 1) % n};`),
      observed: each(n, (i) => `r${i}`),
    }),
    traces: (n) => 2 ** n - 1,
  },
  {
    name: 'message-passing',
    sizes: [1, 2, 3, 4],
    program: (n) => ({
      data: `${variables(['f'], true)} ${variables(['d', ...each(n, (i) => `r${i}`)])}`,
      threads: ['d = 1; f = 1;', ...each(n, (i) => `if (f == 1) { r${i} = d; } else { r${i} = 2; }`)],
      observed: each(n, (i) => `r${i}`),
    }),
    traces: (n) => 2 ** n,
  },
  {
    name: 'rounds', // the second execution comes to the states of the first one
    sizes: [2, 3],
    program: (n) => ({
      data: variables(['x', 'y']),
      threads: [`y = 1; while (x < ${n}) { x = x + 1; }`, 'y = 1;'],
      observed: ['x', 'y'],
    }),
    traces: () => 2,
  },
  {
    name: 'relay',
    sizes: [2, 3, 4],
    program: (n) => ({
      data: variables(each(n + 1, (i) => `x${i}`)),
      threads: each(n, (i) => (i === 0 ? 'x1 = 1;' : `let v = x${i}; x${i + 1} = v;`)),
      observed: each(n + 1, (i) => `x${i}`),
    }),
    traces: (n) => 2 ** (n - 1),
  },
];

const locking: readonly Family[] = [
  {
    name: 'locked-counter',
    sizes: [2, 3, 4, 5],
    program: (n) => ({
      data: `lock l; ${variables(['x', ...each(n, (i) => `r${i}`)])}`,
      threads: each(n, (i) => `synchronized (l) { let v = x; x = v + 1; r${i} = v; }`),
      observed: each(n, (i) => `r${i}`),
    }),
    traces: factorial,
  },
  {
    name: 'nested-levels',
    sizes: [2, 3, 4],
    program: (n) => ({
      data: `lock l; ${variables(['x', ...each(n, (i) => `r${i}`)])}`,
      threads: each(n, (i) => `synchronized (l) { synchronized (l) { x = ${i + 1}; } r${i} = x; }`),
      observed: ['x', ...each(n, (i) => `r${i}`)],
    }),
    traces: factorial,
  },
  {
    name: 'two-locks',
    sizes: [2, 3, 4],
    program: (n) => ({
      data: `lock l, m; ${variables(['x', 'y'])}`,
      threads: each(n, (i) => `synchronized (l) { x = ${i + 1}; } synchronized (m) { y = ${i + 1}; }`),
      observed: ['x', 'y'],
    }),
  },
  {
    name: 'philosophers',
    sizes: [2, 3, 4],
    program: (n) => ({
      data: `lock ${each(n, (i) => `f${i}`).join(', ')}; ${variables(['eaten'])}`,
      threads: each(n, (i) => `synchronized (f${i}) { synchronized (f${(i + 1) % n}) { skip; } }`),
      observed: ['eaten'],
    }),
  },
  {
    name: 'stuck-owner',
    sizes: [2, 3],
    program: (n) => ({
      data: `lock l; ${variables(['x'])}`,
      threads: each(n, (i) => `acquire(l); x = ${i + 1}; if (x == 1) { release(l); }`),
      observed: ['x'],
    }),
    traces: (n) => 2 * (n - 1),
  },
  {
    name: 'double-checked',
    sizes: [2, 3],
    program: (n) => ({
      data: `lock l; ${variables(['done', ...each(n, (i) => `r${i}`)])}`,
      threads: each(
        n,
        (i) => `if (done == 0) { synchronized (l) { if (done == 0) { done = ${i + 1}; } } } r${i} = done;`,
      ),
      observed: ['done', ...each(n, (i) => `r${i}`)],
    }),
  },
  {
    name: 'ticket-lock',
    sizes: [2, 3],
    program: (n) => ({
      data: `lock l; ${variables(['next', 'serving'], true)} ${variables(['x'])}`,
      threads: each(
        n,
        (i) => `let t = 0; synchronized (l) { t = next; next = t + 1; }
          assume serving == t; x = x * 4 + ${i + 1}; serving = t + 1;`,
      ),
      observed: ['x', 'serving'],
    }),
  },
  {
    name: 'barrier',
    sizes: [2, 3],
    program: (n) => ({
      data: `lock l; ${variables(['count', ...each(n, (i) => `a${i}`), ...each(n, (i) => `r${i}`)])}`,
      threads: each(
        n,
        (i) => `a${i} = 1; synchronized (l) { count = count + 1;
          if (count == ${n}) notifyAll(l); else wait(l); } r${i} = a${(i + 1) % n};`,
      ),
      observed: each(n, (i) => `r${i}`),
    }),
  },
  {
    name: 'ping-pong',
    sizes: [1, 2],
    program: (n) => ({
      data: `lock l; ${variables(['turn', 'log'])}`,
      threads: [0, 1].map((me) =>
        each(
          n,
          () => `synchronized (l) { if (turn != ${me}) wait(l); log = log * 2 + ${me}; turn = ${1 - me}; notify(l); }`,
        ).join(' '),
      ),
      observed: ['log', 'turn'],
    }),
  },
  {
    name: 'wake-one',
    sizes: [2, 3],
    program: (n) => ({
      data: `lock l; ${variables(['woken', 'waiting'])}`,
      threads: [
        ...each(n, (i) => `synchronized (l) { waiting = waiting + 1; wait(l); woken = woken * 4 + ${i + 1}; }`),
        'synchronized (l) { notify(l); }',
      ],
      observed: ['woken'],
    }),
  },
  {
    name: 'bakery',
    sizes: [2],
    program: () => ({
      data: `${variables(['c0', 'c1', 'n0', 'n1'], true)} ${variables(['x'])}`,
      threads: [0, 1].map((me) => {
        const other = 1 - me;
        const first = me === 0 ? '<=' : '<';
        return `c${me} = 1; let m = n${other}; n${me} = m + 1; c${me} = 0; assume c${other} == 0;
          let o = n${other}; assume o == 0 || m + 1 ${first} o; x = x * 2 + ${me}; n${me} = 0;`;
      }),
      observed: ['x'],
    }),
  },
  {
    name: 'szymanski',
    sizes: [2],
    program: () => ({
      data: `${variables(['f0', 'f1'], true)} ${variables(['x'])}`,
      threads: [0, 1].map((me) => {
        const other = `f${1 - me}`;
        const wait = me === 0 ? `let d = ${other}; assume d < 2 || d > 3;` : `let d = ${other}; assume d < 2;`;
        return `f${me} = 1; let a = ${other}; assume a < 3; f${me} = 3; let b = ${other};
          if (b == 1) { f${me} = 2; let c = ${other}; assume c == 4; } f${me} = 4; ${wait} x = x * 2 + ${me}; f${me} = 0;`;
      }),
      observed: ['x'],
    }),
  },
  {
    name: 'peterson',
    sizes: [2],
    program: () => ({
      data: `${variables(['f0', 'f1', 'turn'], true)} ${variables(['x'])}`,
      threads: [0, 1].map((me) => {
        const other = 1 - me;
        return `f${me} = 1; turn = ${other}; let f = f${other}; let t = turn; assume f == 0 || t == ${me};
          let v = x; x = v + 1; f${me} = 0;`;
      }),
      observed: ['x', 'turn'],
    }),
  },
];

const threadsAndChoices: readonly Family[] = [
  {
    name: 'choices',
    sizes: [1, 2, 3],
    program: (n) => ({
      data: variables(['x', ...each(n, (i) => `r${i}`)]),
      threads: each(n, (i) => `let c = choose(0..1); if (c == 1) { x = ${i + 1}; } else { r${i} = 1; }`),
      observed: ['x', ...each(n, (i) => `r${i}`)],
    }),
    traces: (n) => each(n + 1, (k) => factorial(n) / factorial(n - k)).reduce((a, b) => a + b, 0),
  },
  {
    name: 'late-choices',
    sizes: [1, 2, 3],
    program: (n) => ({
      data: variables(['x', 'y', ...each(n, (i) => `r${i}`)]),
      threads: ['x = 7; y = 7;', ...each(n, (i) => `r${i} = y; if (*) { x = ${i + 1}; }`)],
      observed: ['x', ...each(n, (i) => `r${i}`)],
    }),
  },
  {
    name: 'fork-tree',
    sizes: [1, 2, 3],
    program: (n) => ({
      data: `${variables(['x'])} leaf(i : int) { x = i; } branch(i : int) { spawn leaf(2 * i); spawn leaf(2 * i + 1); join; x = 0; }`,
      threads: each(n, (i) => `spawn branch(${i + 1});`),
      observed: ['x'],
    }),
    // All orders of the 3n writes in which each branch writes after its leaves.
    traces: (n) => factorial(3 * n) / 3 ** n,
  },
  {
    name: 'pushes',
    sizes: [2, 3, 4],
    program: (n) => ({
      data: `lock l; class Node { value : int; next : Node; } var top : Node; ${variables(['x'])}`,
      threads: each(
        n,
        (i) => `let b = new Node; b.value = ${i + 1}; synchronized (l) { b.next = top; top = b; }
          let t = top; x = t.value;`,
      ),
      observed: ['x'],
    }),
    // Orders of the pushes, times places of each later read of `top` among the pushes that follow, times orders of the writes.
    traces: (n) => factorial(n) ** 3,
  },
  {
    name: 'failing-reads',
    sizes: [1, 2, 3],
    program: (n) => ({
      data: `${variables(['x', ...each(n, (i) => `r${i}`)])}`,
      threads: ['x = 5;', ...each(n, (i) => `let small : int 0..1 = x; r${i} = 1;`)],
      observed: ['x'],
    }),
    traces: (n) => 2 ** n,
  },
];

export const families: readonly Family[] = [
  ...memory,
  ...locking,
  ...threadsAndChoices,
  ...tableFamilies,
  ...idiomFamilies,
  ...algorithmFamilies,
];
