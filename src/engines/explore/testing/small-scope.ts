// All programs of so many threads with so many operations each, over a small alphabet, up to the order of the threads.
// `x` is a plain variable, `y` is volatile. Locks need not be released, and releases need not have a lock.

import type { ObservedProgram } from './observed-program.js';

type Operation = (thread: number, at: number) => string;

const alphabet: readonly Operation[] = [
  (thread) => `x = ${thread + 1};`,
  (thread, at) => `${result(thread, at)} = x;`,
  (thread) => `y = ${thread + 1};`,
  (thread, at) => `${result(thread, at)} = y;`,
  () => 'acquire(l);',
  () => 'release(l);',
  (thread) => `if (x == 0) { y = ${thread + 1}; }`,
  () => 'spawn child();',
  () => 'join;',
];

function result(thread: number, at: number): string {
  return `r${thread}${at}`;
}

/** Those with numbers `first`, `first + stride`, … */
export function* smallScope(threads: number, operations: number, first = 0, stride = 1): Generator<ObservedProgram> {
  const bodies = alphabet.length ** operations;
  const chosen = new Array<number>(threads).fill(0);
  for (let number = 0; ; number++) {
    if (number >= first && (number - first) % stride === 0) yield programWith(chosen, operations);
    let last = threads - 1;
    while (last >= 0 && chosen[last] === bodies - 1) last--;
    if (last < 0) return;
    chosen.fill(chosen[last]! + 1, last);
  }
}

/** How many there are: multisets of bodies. */
export function smallScopeSize(threads: number, operations: number): number {
  const bodies = alphabet.length ** operations;
  let size = 1;
  for (let i = 0; i < threads; i++) size = (size * (bodies + i)) / (i + 1);
  return size;
}

function programWith(chosen: readonly number[], operations: number): ObservedProgram {
  const results = new Set<string>();
  const threads = chosen.map((body, thread) => {
    const text = Array.from({ length: operations }, (_, at) => operationOf(body, at)(thread, at));
    for (const [name] of text.join(' ').matchAll(/r\d\d/g)) results.add(name);
    return text.join(' ');
  });
  const observed = ['x', ...results, 'y'];
  const variables = ['x', ...results].map((name) => `${name} : int`).join(', ');
  return { data: `lock l; var ${variables}; volatile var y : int; child { x = 9; }`, threads, observed };
}

function operationOf(body: number, at: number): Operation {
  return alphabet[Math.floor(body / alphabet.length ** at) % alphabet.length]!;
}
