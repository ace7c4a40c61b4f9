// All programs of so many threads with so many operations each, over a small alphabet, up to symmetry: one of the orders of
// the threads, one of the bodies that differ only in what is never reached or never waits for anything.
// `x` is a plain variable, `y` is volatile. Locks need not be released, and releases need not have a lock.

import type { ObservedProgram } from './observed-program.js';

type Operation = 'write x' | 'read x' | 'write y' | 'read y' | 'acquire' | 'release' | 'branch' | 'spawn' | 'join';
type Body = readonly Operation[];

const alphabet: readonly Operation[] = [
  'write x',
  'read x',
  'write y',
  'read y',
  'acquire',
  'release',
  'branch',
  'spawn',
  'join',
];

function textOf(operation: Operation, thread: number, at: number): string {
  switch (operation) {
    case 'write x':
      return `x = ${thread + 1};`;
    case 'read x':
      return `${result(thread, at)} = x;`;
    case 'write y':
      return `y = ${thread + 1};`;
    case 'read y':
      return `${result(thread, at)} = y;`;
    case 'acquire':
      return 'acquire(l);';
    case 'release':
      return 'release(l);';
    case 'branch':
      return `if (x == 0) { y = ${thread + 1}; }`;
    case 'spawn':
      return 'spawn child();';
    case 'join':
      return 'join;';
  }
}

function result(thread: number, at: number): string {
  return `r${thread}${at}`;
}

/** One body of each class. */
export function smallBodies(operations: number): Body[] {
  let bodies: Body[] = [[]];
  for (let at = 0; at < operations; at++)
    bodies = bodies.flatMap((body) => alphabet.map((operation) => [...body, operation]));
  return bodies.filter(isRepresentative);
}

/** What follows a release that goes wrong is the alphabet's first operation; a join without children comes last. */
function isRepresentative(body: Body): boolean {
  let [levels, children, isIdle] = [0, 0, false];
  for (const [at, operation] of body.entries()) {
    const idles = operation === 'join' && children === 0;
    if (isIdle && !idles) return false;
    isIdle = idles;
    if (operation === 'acquire') levels++;
    if (operation === 'spawn') children++;
    if (operation === 'join') children = 0;
    if (operation !== 'release') continue;
    if (levels === 0) return body.slice(at + 1).every((after) => after === alphabet[0]);
    levels--;
  }
  return true;
}

/** Those with numbers `first`, `first + stride`, … */
export function* smallScope(threads: number, operations: number, first = 0, stride = 1): Generator<ObservedProgram> {
  const bodies = smallBodies(operations);
  const chosen = new Array<number>(threads).fill(0);
  for (let number = 0; ; number++) {
    if (number >= first && (number - first) % stride === 0) yield programWith(chosen.map((body) => bodies[body]!));
    let last = threads - 1;
    while (last >= 0 && chosen[last] === bodies.length - 1) last--;
    if (last < 0) return;
    chosen.fill(chosen[last]! + 1, last);
  }
}

/** How many there are: multisets of bodies. */
export function smallScopeSize(threads: number, operations: number): number {
  const bodies = smallBodies(operations).length;
  let size = 1;
  for (let i = 0; i < threads; i++) size = (size * (bodies + i)) / (i + 1);
  return size;
}

function programWith(bodies: readonly Body[]): ObservedProgram {
  const results: string[] = [];
  const threads = bodies.map((body, thread) => {
    body.forEach((operation, at) => {
      if (operation.startsWith('read')) results.push(result(thread, at));
    });
    return body.map((operation, at) => textOf(operation, thread, at)).join(' ');
  });
  const observed = ['x', ...results, 'y'];
  const variables = ['x', ...results].map((name) => `${name} : int`).join(', ');
  return { data: `lock l; var ${variables}; volatile var y : int; child { x = 9; }`, threads, observed };
}
