// Programs on which wrong rules show: some random, the others written so that one obligation of the kernel decides.

import { Rng } from '../../base/rng.js';
import { randomEml } from '../../engines/atomicity/testing/random-eml.js';
import { randomThreads } from '../../engines/atomicity/testing/random-threads.js';
import { randomProgram } from '../../engines/pairwise/testing/random-program.js';

const update = 'unit { read x; write x; }';
const coop = 'scheduling cooperative;';

export const written: readonly string[] = [
  // K1: an update is a read and a write; a timed wait ends by itself; an attempt may fail.
  'lock l; var x, y; process P { main { unit { update x; synchronized(l) { update y; } } } } process Q { main { unit { write y; synchronized(l) { read x; } write x; } } }',
  'lock l; var x; process P { main { unit { synchronized(l) { read x; timedWait(l); write x; } } } } process Q { main { synchronized(l) { write x; } } }',
  'lock l; var x; process P { main { unit { if (tryAcquire(l)) { read x; write x; release(l); } else read x; } } } process Q { main { synchronized(l) { write x; } } }',
  // K2: a step that goes wrong gives the processor away; a switch point does; nothing else.
  `${coop} var x, y; process P { main { unit { write x; yield; write y; assert false; while (true) { skip; } } } } process Q { main { unit { write y; yield; write x; } } }`,
  `${coop} var x; process P { main { ${update} } } process Q { main { write x; } }`,
  `${coop} lock l; var x; process P { main { unit { read x; synchronized(l) { } write x; } } } process Q { main { synchronized(l) { write x; } } }`,
  `${coop} lock l; var x; process P { main { synchronized(l) { unit { read x; synchronized(l) { write x; } } } } } process Q { main { write x; } }`,
  `var x; process P { f { ${update} } main { f(); } } process Q { main { write x; } }`,
  // K4: inner levels, callers that hold, a lock given back between.
  `lock l; var x; process P { f { synchronized(l) { write x; } } main { synchronized(l) { unit { read x; f(); read x; } } } } process Q { main { synchronized(l) { write x; } } }`,
  `lock l; var x; process P { f { synchronized(l) { read x; } } main { unit { f(); f(); } } } process Q { main { synchronized(l) { write x; } } }`,
  // K5: another name for a lock.
  'lock l; var x; process P { main { let m : lock = l; unit { acquire(l); read x; release(m); acquire(m); write x; release(l); } } } process Q { main { synchronized(l) { write x; } } }',
  'lock l; var x; process P { main { let m : lock = l; unit { synchronized(l) { read x; synchronized(m) { wait(m); } write x; } } } } process Q { main { synchronized(l) { write x; notify(l); } } }',
  'lock l; var x; process P { main { unit { synchronized(l) { read x; wait(l); write x; } } } } process Q { main { synchronized(l) { write x; notify(l); } } }',
  `lock l; var x; process P { main { let m : lock = l; synchronized(m) { ${update} } } } process Q { main { synchronized(l) { write x; } } }`,
  // K5: a name that may stand for two locks, so that reading the program does not tell which.
  'lock l, k; var x; process P { main { let m : lock = l; if (*) { m = k; } unit { acquire(l); read x; release(m); acquire(m); write x; release(l); } } } process Q { main { synchronized(l) { write x; } } }',
  'lock l, k; var x; process P { main { let m : lock = l; if (*) { m = k; } unit { synchronized(l) { read x; synchronized(m) { wait(m); } write x; } } } } process Q { main { synchronized(l) { write x; notify(l); } } }',
  `lock l, k; var x; process P { main { let m : lock = l; if (*) { m = k; } synchronized(m) { ${update} } } } process Q { main { synchronized(l) { write x; } } }`,
  // K6, K7: cycles of acquisitions and of releases; theory note, section 4.
  'lock a, b; var x; process P { main { unit { synchronized(a) { synchronized(b) { } write x; write x; } } } } process Q { main { synchronized(b) { synchronized(a) { } read x; } } }',
  'lock a, b; var x, y; process P { main { unit { synchronized(a) { write x; write y; synchronized(b) { } } } } } process Q { main { unit { synchronized(b) { write y; synchronized(a) { } } write x; } } }',
  'lock a; var x; process P { main { synchronized(a) { write x; } } } process Q { main { unit { synchronized(a) { write x; } synchronized(a) { write x; } } } }',
  'lock a, b; var x; process P { main { synchronized(a) { unit { read x; synchronized(b) { } write x; } } } } process Q { main { synchronized(b) { synchronized(a) { } write x; } } }',
  'lock a, b; var x, y; process P { f { synchronized(b) { } } main { unit { synchronized(a) { write x; write y; f(); } } } } process Q { g { synchronized(a) { } } main { unit { synchronized(b) { write y; g(); } write x; } } }',
  'lock a, b; var x; process P { f { synchronized(b) { } write x; } main { unit { synchronized(a) { f(); write x; } } } } process Q { g { synchronized(a) { } } main { synchronized(b) { g(); read x; } } }',
  'lock l0, l1, l2; var x0; process P0 { main { unit { synchronized(l1) { read x0; synchronized(l2) { write x0; write x0; synchronized(l0) { write x0; } read x0; } synchronized(l2) { } } } } } process P1 { synchronized(l0) main { unit { synchronized(l1) { } synchronized(l2) { write x0; write x0; synchronized(l0) { read x0; write x0; synchronized(l1) { read x0; write x0; } synchronized(l1) { } } } write x0; read x0; } } }',
  'lock l; f { synchronized(l) { } label A; } process P { main { spawn f(); synchronized(l) { } label B; } }',
  // K9: callers that come late, by another way.
  'lock a, b; var x, y; process P { f { write y; while (true) { } } main { unit { write x; if (*) { synchronized(a) { } } else { synchronized(b) { } } f(); } } } process Q { main { synchronized(a) { unit { write x; write y; } } } }',
  'lock a, b; var x, y; process P { f { write y; while (true) { } } main { unit { write x; if (*) { synchronized(b) { } } else { synchronized(a) { } } f(); } } } process Q { main { synchronized(a) { unit { write x; write y; } } } }',
  // K9: what a second call of a function finds.
  `lock l; var x; process P { f { if (*) { read x; } else { write x; } } main { unit { f(); synchronized(l) { f(); } f(); } } } process Q { main { synchronized(l) { write x; } } }`,
  `var x; process P { f { write x; } main { unit { read x; f(); } f(); } } process Q { main { write x; } }`,
  `lock l; var x; process P { f { synchronized(l) { } } main { unit { f(); f(); read x; write x; } } } process Q { main { synchronized(l) { write x; } } }`,
  // K10: units end, and begin again; K12: branches stay apart.
  'var x; process P { main { unit { read x; } unit { write x; } } } process Q { main { write x; } }',
  'var x; process P { f { unit { write x; } } main { unit { read x; f(); } } } process Q { main { write x; } }',
  'var x; process P { f { unit { read x; } } main { f(); f(); } } process Q { main { write x; } }',
  'lock l; var x; process P { main { unit { if (*) { synchronized(l) { read x; write x; } } else { read x; } skip; } } } process Q { main { synchronized(l) { write x; } } }',
  'var x; process P { spin { while (true) { } } main { unit { read x; spin(); write x; } } } process Q { main { write x; } }',
  // K13, K14: parents, children, siblings, strangers.
  `var x; process P { w { write x; } main { ${update} let t = spawn w(); join t; ${update} } }`,
  `var x; process P { w { write x; } main { ${update} spawn w(); join; ${update} } }`,
  `var x; process P { w { write x; } main { let t = spawn w(); ${update} join t; } }`,
  `var x; process P { w { write x; } main { let t = spawn w(); let s = spawn w(); join s; ${update} join t; } }`,
  `var x; process P { w { write x; } main { let t = spawn w(); t = spawn w(); join t; ${update} } }`,
  `var x; process P { w { write x; } start { spawn w(); } main { ${update} start(); join; ${update} } }`,
  `var x; process P { w { write x; } wait { join; } main { spawn w(); wait(); ${update} } }`,
  `var x; process P { w { write x; } wait(t: thread) { join t; } main { let t = spawn w(); wait(t); ${update} } }`,
  `var x; process P { a { ${update} } b { write x; } main { let t = spawn a(); join t; spawn b(); } }`,
  `var x; process P { a { ${update} } b { write x; } main { let t = spawn a(); spawn b(); join t; } }`,
  `var x; process P { a { ${update} } main { while (*) { spawn a(); } } }`,
  `var x; process P { a { spawn b(); } b { write x; } main { ${update} spawn a(); } }`,
  `var x; process P { a { spawn b(); } b { write x; } main { spawn a(); ${update} } }`,
  `var x; process P * { w { write x; } main { ${update} spawn w(); } }`,
  `var x; process P { w { if (*) { spawn w(); } write x; } main { ${update} spawn w(); } }`,
  `var x; process P { main { let t: thread = null; join t; ${update} } } process Q { main { write x; } }`,
  `var x; process P { w { ${update} } main { spawn w(); } } process Q { main { write x; } }`,
  `var x; process P { w { write x; } main { spawn w(); join; spawn w(); ${update} } }`,
  `var x; process P { a { spawn b(); } b { write x; } main { spawn a(); let t = spawn b(); join t; ${update} } }`,
  `var x; process P { a { spawn b(); spawn c(); } b { ${update} } c { write x; } main { spawn a(); } }`,
  // K11: the last access may be the last step.
  `${coop} var x; process P { main { unit { read x; yield; write x; while (true) { skip; } } } } process Q { main { write x; } }`,
  // K16: labels and races.
  'lock l; var x; f { synchronized(l) { label A; } } process P { main { spawn f(); synchronized(l) { label B; write x; } write x; } }',
  'lock l; var x; f { label A; synchronized(l) { read x; } } process P { main { spawn f(); synchronized(l) { label B; write x; } join; label A; } }',
  'lock l; var x; process P * { main { synchronized(l) { label A; write x; } } }',
  'var x; process P { main { read x; label A; } } process Q { main { read x; label B; } }',
  'var x; process P { main { read x; } } process Q { main { write x; } }',
];

/** Programs with the lines of an automaton of which one part of K17 decides whether they are driven to its end. */
export const writtenAutomata: readonly (readonly [text: string, ...lines: string[]])[] = [
  // Somebody else's restrictions change between two transitions of one thread.
  [
    'var x, y; process P { main { write y; read y; } } process Q { main { write x; read x; } }',
    'stay P#1 not W y',
    'Q#1 W x',
    'Q#1 R x',
    'stay P#1 not W y',
    'P#1 R y',
  ],
  // A cooperative thread goes on after its transition.
  [
    `${coop} var x; process P { main { write x; } } process Q { main { write x; read x; } }`,
    'Q#1 W x',
    'stay Q#1 not R x',
    'P#1 W x',
  ],
  // Three threads exclude each other, no two of them.
  [
    `lock a, b, c; var x, y, z; process P { main { synchronized(a) { synchronized(b) { } write x; write x; } } }
     process Q { main { synchronized(b) { synchronized(c) { } write y; write y; } } }
     process R { main { synchronized(c) { synchronized(a) { } write z; } } }`,
    'P#1 W x',
    'Q#1 W y',
    'R#1 W z',
    'P#1 W x or P#1 R x',
    'Q#1 W y or Q#1 R y',
  ],
];

export function randomTexts(): readonly string[] {
  const of = <T>(count: number, make: (seed: number) => T) =>
    Array.from({ length: count }, (_, seed) => make(seed + 1));
  return [
    ...of(24, (seed) => {
      const rng = new Rng(seed);
      const shape = {
        processes: 2,
        locks: rng.between(1, 3),
        variables: rng.between(1, 2),
        cooperative: seed % 5 === 0,
      };
      return randomEml(rng, shape);
    }),
    ...of(10, (seed) =>
      randomThreads(new Rng(seed), { cooperative: false, loops: false, spawnInLocks: seed % 2 === 0 }),
    ),
    ...of(10, (seed) => randomProgram(new Rng(seed), 8)),
  ];
}
