// Concurrent algorithms of the literature, each with a bounded number of attempts, so that all executions end: Treiber's stack,
// the queue of Michael and Scott, Dekker's and Lamport's fast mutual exclusion, the queue lock of Mellor-Crummey and Scott, the
// deque of Chase and Lev, semaphores, trees of joins, threads that go wrong on the way.

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

const enter = (i: number) => `inside = inside + 1; r${i} = inside; inside = inside - 1;`;

export const algorithmFamilies: readonly Family[] = [
  {
    name: 'treiber-stack',
    sizes: [1, 2],
    program: (n) => ({
      data: `class Node { v : int; next : Node; } volatile var top : Node; ${ints(['got', ...names(n, 'r')])}`,
      threads: [
        ...each(
          n,
          (i) => `let m = new Node; m.v = ${i + 1}; let t = top; m.next = t;
            if (compareAndSet(top, t, m)) { r${i} = 1; } else { let u = top; m.next = u; if (compareAndSet(top, u, m)) { r${i} = 2; } }`,
        ),
        'let t = top; if (t != null) { let u = t.next; if (compareAndSet(top, t, u)) { got = t.v; } else { got = 9; } }',
      ],
      observed: ['got', ...names(n, 'r')],
    }),
  },
  {
    name: 'michael-scott-queue',
    sizes: [1, 2],
    program: (n) => ({
      data: `class Node { v : int; } volatile ${ints(['last', 'first', ...names(n, 'slot')])} ${ints(['got', ...names(n, 'r')])}`,
      threads: [
        ...each(
          n,
          (i) => `let k = last; if (compareAndSet(last, k, k + 1)) { r${i} = k + 1;
            if (k == 0) { slot0 = ${i + 1}; } ${n > 1 ? `else { slot1 = ${i + 1}; }` : ''} }`,
        ),
        'let f = first; let l = last; if (f < l) { let v = slot0; if (compareAndSet(first, f, f + 1)) { got = 1 + v; } }',
      ],
      observed: ['got', ...names(n, 'r')],
    }),
  },
  {
    name: 'dekker',
    sizes: [1],
    program: () => ({
      data: `volatile ${ints(['wants0', 'wants1', 'turn'])} ${ints(['inside', 'r0', 'r1'])}`,
      threads: each(
        2,
        (i) => `wants${i} = 1; let other = wants${1 - i};
          if (other == 0) { ${enter(i)} turn = ${1 - i}; wants${i} = 0; }
          else { let t = turn; if (t != ${i}) { wants${i} = 0; r${i} = 8; } else { let again = wants${1 - i};
            if (again == 0) { ${enter(i)} } else { r${i} = 9; } } }`,
      ),
      observed: ['r0', 'r1', 'turn'],
    }),
  },
  {
    name: 'fast-mutex',
    sizes: [2],
    program: (n) => ({
      data: `volatile ${ints(['x', 'y', ...names(n, 'b')])} ${ints(['inside', ...names(n, 'r')])}`,
      threads: each(
        n,
        (i) => `b${i} = 1; x = ${i + 1}; if (y != 0) { b${i} = 0; r${i} = 7; } else { y = ${i + 1};
          if (x == ${i + 1}) { ${enter(i)} y = 0; b${i} = 0; } else { b${i} = 0; r${i} = 8; } }`,
      ),
      observed: names(n, 'r'),
    }),
  },
  {
    name: 'mcs-lock',
    sizes: [2],
    program: (n) => ({
      data: `class Node { volatile free : bool; volatile next : Node; } volatile var tail : Node; ${ints(['inside', ...names(n, 'r')])}`,
      threads: each(
        n,
        (i) => `let mine = new Node; let before = tail;
          if (compareAndSet(tail, before, mine)) {
            let may = before == null;
            if (before != null) { before.next = mine; may = mine.free; }
            if (may) { ${enter(i)} if (!compareAndSet(tail, mine, null)) { let after = mine.next; if (after != null) { after.free = true; } } }
            else { r${i} = 8; }
          } else { r${i} = 9; }`,
      ),
      observed: names(n, 'r'),
    }),
  },
  {
    name: 'chase-lev-deque',
    sizes: [1, 2],
    program: (n) => ({
      data: `volatile ${ints(['top', 'bottom'])} ${ints(['task0', 'task1', 'own', ...names(n, 'r')])}`,
      threads: [
        `task0 = 1; bottom = 1; let b = bottom - 1; bottom = b; let t = top;
         if (t < b) { own = task0; } else { if (t == b) { if (compareAndSet(top, t, t + 1)) { own = task0; } bottom = t + 1; } else { bottom = t; } }`,
        ...each(
          n,
          (i) =>
            `let t = top; let b = bottom; if (t < b) { let v = task0; if (compareAndSet(top, t, t + 1)) { r${i} = v; } else { r${i} = 9; } }`,
        ),
      ],
      observed: ['own', 'top', 'bottom', ...names(n, 'r')],
    }),
  },
  {
    name: 'semaphore',
    sizes: [2, 3],
    program: (n) => ({
      data: `lock l; ${ints(['permits', 'order'])}`,
      threads: each(
        n,
        (i) => `synchronized (l) { while (permits == 0) { wait(l); } permits = permits - 1; }
          order = order * 4 + ${i + 1};
          synchronized (l) { permits = permits + 1; notify(l); }`,
      ),
      observed: ['order', 'permits'],
      before: 'permits = 1;',
    }),
  },
  {
    name: 'join-tree',
    sizes: [1],
    program: (n) => ({
      data: `${ints(['x', ...names(n, 'r')])} leaf { x = x * 2 + 1; } branch { spawn leaf(); x = x + 1; join; }`,
      threads: each(n, (i) => `let b = spawn branch(); let v = x; join b; r${i} = v * 4 + x % 4;`),
      observed: ['x', ...names(n, 'r')],
    }),
  },
  {
    name: 'failing-owner',
    sizes: [1, 2],
    program: (n) => ({
      data: `lock l; volatile ${ints(['d'])} ${ints(['x', ...names(n, 'r')])}`,
      threads: [
        'synchronized (l) { x = 4 / d; }',
        'd = 1;',
        ...each(n, (i) => `if (d == 1) { synchronized (l) { r${i} = x + 1; } }`),
      ],
      observed: ['x', ...names(n, 'r')],
    }),
  },
];
