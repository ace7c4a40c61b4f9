// Random threads put together from whole patterns instead of single operations: conditions waited for and signalled, levels of
// locks, locks and threads found in variables, objects and arrays that others exchange, steps that go wrong on what others
// wrote or while they hold a lock, recursion, children of children, promises settled twice. Outcomes are asked for by
// assertions (observed-program.ts); the values are mostly digits.

import type { Rng } from '../../../base/rng.js';
import type { ObservedProgram } from './observed-program.js';

export type FragmentSort = 'threads' | 'promises' | 'attempts' | 'cooperative' | 'event-loop';
export const fragmentSorts: readonly FragmentSort[] = ['threads', 'promises', 'attempts', 'cooperative', 'event-loop'];

/** Each with the number of its thread and the variable for what the thread has seen. */
type Fragment = (me: number, seen: string) => string;

const conditions: readonly Fragment[] = [
  () => 'synchronized (l) { while (a == 0) wait(l); a = a - 1; }',
  (me) => `synchronized (l) { a = a + 1; notify(l); } x = ${me};`,
  () => 'synchronized (l) { a = 1; notifyAll(l); }',
  (_, seen) => `synchronized (l) { if (a == 0) wait(l); ${seen} = a; }`,
  (me) => `synchronized (l) { synchronized (l) { wait(l); } x = ${me}; }`,
  (me) => `synchronized (m) { y = ${me}; synchronized (l) { wait(l); } }`,
  (me) => `synchronized (m) { synchronized (l) { notify(l); a = ${me}; } }`,
  (_, seen) => `synchronized (l) { notify(l); } ${seen} = x;`,
];

const locks: readonly Fragment[] = [
  () => 'which = m;',
  (me, seen) => `synchronized (which) { x = ${me}; ${seen} = y; }`,
  () => 'acquire(which);',
  () => 'release(which);',
  (me) => `synchronized (head) { y = ${me}; }`,
  () => 'down(2);',
  (me) => `synchronized (m) { synchronized (l) { x = ${me}; } }`,
  (me) => `synchronized (l) { synchronized (m) { y = ${me}; } }`,
  (_, seen) => `atomic { x = x + 1; ${seen} = y; }`,
];

const errors: readonly Fragment[] = [
  (_, seen) => `${seen} = 6 / x;`,
  (_, seen) => `synchronized (l) { ${seen} = 6 / (y - 1); }`,
  (me) => `cells[y] = ${me};`,
  (_, seen) => `${seen} = cells[x];`,
  () => 'cells = new int[1];',
  () => 'small = x;',
  () => 'assert x < 2;',
  () => 'helper = spawn failing();',
];

const objects: readonly Fragment[] = [
  (me) => `let n${me} = new Node; n${me}.value = ${me}; n${me}.next = head; head = n${me};`,
  (me) => `head.value = ${me};`,
  (_, seen) => `${seen} = head.value;`,
  (_, seen) => `${seen} = head.next.value;`,
  (me) => `head.flag = ${me};`,
  (_, seen) => `${seen} = head.flag;`,
  () => 'head = head.next;',
];

const threads: readonly Fragment[] = [
  () => 'spawn tree(1);',
  () => 'spawn tree(1); join;',
  (me) => `helper = spawn child(${me});`,
  (me) => `let t${me} = helper; if (t${me} != null) { join t${me}; x = ${me}; }`,
  (me) => `let u${me} = spawn child(${me}); join u${me}; y = ${me};`,
];

const values: readonly Fragment[] = [
  (me) => `x = ${me};`,
  (me) => `y = ${me};`,
  (_, seen) => `${seen} = x;`,
  (_, seen) => `${seen} = y;`,
  (me) => `if (x == 0) { y = ${me}; } else { x = 0; }`,
  (me) => `if (*) { x = ${me}; } else { y = ${me}; }`,
  (me) => `choose { x = ${me}; } or { synchronized (l) { y = ${me}; } }`,
  (me) => `let c${me} = choose(0..2); x = c${me};`,
  (me) => `let k${me} = 0; while (k${me} < 2) { y = x; k${me} = k${me} + 1; }`,
];

const updates: readonly Fragment[] = [
  (me) => `if (compareAndSet(v, 0, ${me})) { x = ${me}; }`,
  () => 'v = atomic(v + 1);',
  (me, seen) => `${seen} = getAndSet(v, ${me});`,
  () => 'low = atomic(low + 1);',
  (_, seen) => `${seen} = v;`,
  (me) => `head.flag = atomic(head.flag + ${me});`,
];

const promises: readonly Fragment[] = [
  (me) => `settle(gate, ${me});`,
  (me) => `reject(gate, ${me});`,
  (_, seen) => `${seen} = join gate;`,
  (_, seen) => `${seen} = join gate; if (failed(gate)) { ${seen} = reason(gate); }`,
  (me, seen) => `let q${me} = spawn early(${me}); let w${me} = join any gate, q${me}; ${seen} = join w${me};`,
  (me, seen) => `let p${me} = spawn early(${me}); x = ${me}; join p${me}; if (failed(p${me})) { ${seen} = 5; }`,
  () => 'if (failed(gate)) { y = 4; }',
  (me) => `gate = new deferred int; x = ${me};`,
];

const eager: readonly Fragment[] = [
  (me, seen) => `let e${me} = spawn eager early(${me}); ${seen} = join e${me};`,
  (me) => `let g${me} = spawn eager early(${me}); y = ${me};`,
];

/** Searched in full: attempts to take a lock, shared locks, waits that end by themselves. */
const attempts: readonly Fragment[] = [
  (me) => `if (tryAcquire(l)) { x = ${me}; release(l); } else { y = ${me}; }`,
  (_, seen) => `if (!tryAcquire(m)) { ${seen} = x; } else { acquire(l); release(m); }`,
  (me, seen) => `if (tryAcquireShared(l)) { ${seen} = x; releaseShared(l); } else { y = ${me}; }`,
  (_, seen) => `synchronized (shared l) { ${seen} = x; }`,
  (me) => `synchronized (shared l) { y = ${me}; synchronized (shared m) { x = ${me}; } }`,
  (_, seen) => `synchronized (l) { synchronized (shared l) { ${seen} = y; } x = 0; }`,
  () => 'acquireShared(which);',
  () => 'synchronized (l) { while (a == 0) timedWait(l); a = a - 1; }',
  (_, seen) => `synchronized (l) { timedWait(l); ${seen} = a; }`,
];

const withoutWaits = (fragments: readonly Fragment[]) => fragments.filter((one) => !/wait|notify/.test(one(1, 'r')));

const pools: Readonly<Record<FragmentSort, readonly (readonly Fragment[])[]>> = {
  threads: [conditions, conditions, locks, errors, objects, threads, values, updates],
  promises: [promises, promises, withoutWaits(locks), errors, values, updates],
  attempts: [attempts, attempts, conditions, locks, values],
  cooperative: [conditions, locks, errors, objects, threads, values, updates, promises, eager],
  'event-loop': [withoutWaits(locks), errors, objects, threads, values, promises, promises, eager],
};

/** Two or three threads of at most three patterns. */
export function randomFragments(rng: Rng, sort: FragmentSort): ObservedProgram {
  const count = rng.pick([2, 2, 3]);
  const bodies = Array.from({ length: count }, (_, i) => body(rng, sort, i + 1, count === 2 ? 3 : 2));
  const results = bodies.map((_, i) => `r${i + 1}`);
  return {
    data: dataOf(rng, sort, results),
    threads: bodies,
    observed: ['x', 'y', 'a', ...results, 'v'],
    before: `head = new Node; cells = new int[2]; which = l;${hasPromises(sort) ? ' gate = new deferred int;' : ''}`,
  };
}

function hasPromises(sort: FragmentSort): boolean {
  return sort !== 'threads' && sort !== 'attempts';
}

/** A switch point, where there are some. */
function pause(rng: Rng, sort: FragmentSort): string {
  if (sort === 'event-loop') return rng.pick(['', '', 'yield external;', 'yield;']);
  return sort === 'cooperative' ? rng.pick(['', '', 'yield;']) : '';
}

function body(rng: Rng, sort: FragmentSort, me: number, most: number): string {
  const length = rng.between(1, most);
  const fragments = Array.from({ length }, () => `{ ${rng.pick(rng.pick(pools[sort]))(me, `r${me}`)} }`);
  return fragments.join(` ${pause(rng, sort)} `);
}

function dataOf(rng: Rng, sort: FragmentSort, results: readonly string[]): string {
  const scheduling = sort === 'cooperative' || sort === 'event-loop' ? `scheduling ${sort};` : '';
  const plain = ['x', 'y', 'a', ...results].map((name) => `${name} : int`).join(', ');
  const early = hasPromises(sort)
    ? `early(n : int) : int { ${pause(rng, sort)} if (x > 2) { fail(n); } return n; } var gate : thread int;`
    : '';
  const spurious = sort === 'attempts' && rng.chance(0.3) ? 'spurious wakeups;' : '';
  return `${scheduling} ${spurious} lock l, m; var ${plain}, small : int 0..1; volatile var v : int, low : int 0..1;
class Node { value : int; volatile flag : int; next : Node; }
var head : Node, cells : int[], helper : thread, which : lock;
down(n : int) { if (n > 0) { synchronized (l) { x = n; down(n - 1); } } }
tree(n : int) { y = n; if (n > 0) { spawn tree(n - 1); spawn tree(n - 1); } }
child(n : int) { x = n; ${pause(rng, sort)} y = n; }
failing { x = 1; ${pause(rng, sort)} let z = 1 / y; y = z; }
${early}`;
}
