// Idioms of concurrent code, right and wrong ones, that grow with a number and always end: readers that check a version, data
// that is replaced as a whole, one thread that works for all, a queue of one writer and one reader, barriers that are used
// again, wake-ups that come too early.

import type { Family } from './families.js';

function each<T>(n: number, of: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => of(i));
}

function names(n: number, name: string): string[] {
  return each(n, (i) => `${name}${i}`);
}

function ints(variables: readonly string[]): string {
  return `var ${variables.map((name) => `${name} : int`).join(', ')};`;
}

export const idiomFamilies: readonly Family[] = [
  {
    name: 'seqlock',
    sizes: [1, 2],
    program: (n) => ({
      data: `volatile ${ints(['version'])} ${ints(['a', 'b', ...names(n, 'r')])}`,
      threads: [
        'version = 1; a = 1; b = 1; version = 2;',
        ...each(
          n,
          (i) => `let s = version; let x = a; let y = b; let t = version;
            if (s == t && s != 1) { r${i} = 1 + x * 2 + y; } else { r${i} = 9; }`,
        ),
      ],
      observed: names(n, 'r'),
    }),
  },
  {
    name: 'read-copy-update',
    sizes: [1, 2],
    program: (n) => ({
      data: `class Pair { v : int; w : int; } volatile var current : Pair; ${ints(names(n, 'r'))}`,
      threads: [
        'let old = current; let next = new Pair; next.v = 1; next.w = 1; current = next; old.v = 7;',
        ...each(n, (i) => `let p = current; let x = p.v; r${i} = x * 2 + p.w;`),
      ],
      observed: names(n, 'r'),
      before: 'current = new Pair;',
    }),
  },
  {
    name: 'flat-combining',
    sizes: [2, 3],
    program: (n) => ({
      data: `volatile ${ints(['busy', ...names(n, 'slot')])} ${ints(['sum'])}`,
      threads: each(n, (i) => {
        const serve = each(n, (j) => `if (slot${j} == 1) { sum = sum * 4 + ${j + 1}; slot${j} = 2; }`).join(' ');
        return `slot${i} = 1; if (compareAndSet(busy, 0, 1)) { ${serve} busy = 0; }`;
      }),
      observed: ['sum', ...names(n, 'slot')],
    }),
  },
  {
    name: 'lamport-queue',
    sizes: [1, 2],
    program: (n) => ({
      data: `volatile ${ints(['head', 'tail'])} ${ints(['c0', 'c1', 'got'])}`,
      threads: [
        each(
          n,
          (i) =>
            `let t${i} = tail; let h${i} = head; if (t${i} - h${i} < 2) { c${i % 2} = ${i + 1}; tail = t${i} + 1; }`,
        ),
        each(
          n,
          (i) => `let g${i} = head; let e${i} = tail; if (g${i} < e${i}) {
            if (g${i} % 2 == 0) { got = got * 4 + c0; } else { got = got * 4 + c1; } head = g${i} + 1; }`,
        ),
      ].map((rounds) => rounds.join(' ')),
      observed: ['got', 'head', 'tail'],
    }),
  },
  {
    name: 'barrier-reuse',
    sizes: [2],
    program: (n) => ({
      data: `lock l; ${ints(['count', 'round', 'log'])}`,
      threads: each(n, (i) => {
        const pass = `synchronized (l) { count++; if (count == ${n}) { count = 0; round++; notifyAll(l); } else { wait(l); } }`;
        return `${pass} log = log * 2 + ${i}; ${pass}`;
      }),
      observed: ['log', 'round', 'count'],
    }),
  },
  {
    name: 'lost-wake-up',
    sizes: [1, 2],
    program: (n) => ({
      data: `lock l; volatile ${ints(['ready'])} ${ints(names(n, 'r'))}`,
      threads: [
        ...each(n, (i) => `if (ready == 0) { synchronized (l) { wait(l); } } r${i} = ready + 1;`),
        'ready = 1; synchronized (l) { notify(l); }',
      ],
      observed: names(n, 'r'),
    }),
  },
  {
    name: 'made-once',
    sizes: [2, 3],
    program: (n) => ({
      data: `class Box { v : int; } volatile ${ints(['owner'])} volatile var made : Box; ${ints(names(n, 'r'))}`,
      threads: each(
        n,
        (i) => `if (compareAndSet(owner, 0, ${i + 1})) { let b = new Box; made = b; b.v = ${i + 1}; }
          let m = made; if (m != null) { r${i} = 1 + m.v; }`,
      ),
      observed: ['owner', ...names(n, 'r')],
    }),
  },
];
