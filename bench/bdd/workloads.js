// The three workloads of the BDD benchmark, over Heddle's `Bdd`. buddy.cpp builds the same functions with the same
// variable order and the same sequence of operations. Each returns the number of solutions or reachable states.

import { FALSE, TRUE } from './package.js';

/** Ways to place n queens: one variable per square, one conjunction per square. */
function queens(bdd, n) {
  const square = (row, column) => bdd.variable(row * n + column);
  let solution = TRUE;
  for (let i = 0; i < n; i++) {
    let row = FALSE;
    for (let j = 0; j < n; j++) row = bdd.or(row, square(i, j));
    solution = bdd.and(solution, row);
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let free = TRUE;
      for (let k = 0; k < n; k++) {
        for (let l = 0; l < n; l++) {
          if (attacks(i, j, k, l)) free = bdd.and(free, bdd.implies(square(i, j), bdd.not(square(k, l))));
        }
      }
      solution = bdd.and(solution, free);
      bdd.safePoint([solution]);
    }
  }
  return bdd.count(solution);
}

function attacks(i, j, k, l) {
  return (k !== i || l !== j) && (k === i || l === j || k - i === l - j || k - i === j - l);
}

/** Breadth-first reachability; variables 2i are the current state, 2i + 1 the next state. */
function reachable(bdd, bits, initial, transition) {
  const indices = Array.from({ length: bits }, (_, i) => i);
  const current = bdd.variableSet(indices.map((i) => 2 * i));
  const toCurrent = bdd.renaming(new Map(indices.map((i) => [2 * i + 1, 2 * i])));
  let reached = initial;
  let frontier = initial;
  for (;;) {
    const image = bdd.rename(bdd.andExists(frontier, transition, current), toCurrent);
    const next = bdd.or(reached, image);
    if (next === reached) return bdd.count(reached, bits);
    frontier = bdd.difference(image, reached);
    reached = next;
    bdd.safePoint([reached, frontier, transition]);
  }
}

const TOKEN = 0;
const WAITING = 1;
const CRITICAL = 2;

/** n processes in a ring ask for, enter with, and pass on one token; interleaving, one transition relation. */
function ring(bdd, n) {
  const now = (process, bit) => bdd.variable(2 * (3 * process + bit));
  const then = (process, bit) => bdd.variable(2 * (3 * process + bit) + 1);
  const all = (...functions) => functions.reduce((f, g) => bdd.and(f, g));
  const not = (f) => bdd.not(f);
  const keeps = (process, bit) => bdd.iff(now(process, bit), then(process, bit));
  let initial = TRUE;
  const same = [];
  for (let p = 0; p < n; p++) {
    for (const bit of [TOKEN, WAITING, CRITICAL]) {
      initial = bdd.and(initial, p === 0 && bit === TOKEN ? now(p, bit) : not(now(p, bit)));
    }
    same[p] = all(TRUE, keeps(p, TOKEN), keeps(p, WAITING), keeps(p, CRITICAL));
  }
  let transition = FALSE;
  for (let p = 0; p < n; p++) {
    const q = (p + 1) % n;
    const ask = all(
      not(now(p, WAITING)),
      not(now(p, CRITICAL)),
      then(p, WAITING),
      not(then(p, CRITICAL)),
      keeps(p, TOKEN),
    );
    const enter = all(now(p, TOKEN), now(p, WAITING), not(then(p, WAITING)), then(p, CRITICAL), keeps(p, TOKEN));
    const leave = all(
      now(p, TOKEN),
      not(now(p, WAITING)),
      not(then(p, TOKEN)),
      not(then(p, WAITING)),
      not(then(p, CRITICAL)),
    );
    const pass = all(leave, not(now(q, TOKEN)), then(q, TOKEN), bdd.and(keeps(q, WAITING), keeps(q, CRITICAL)));
    let others = TRUE;
    for (let r = n - 1; r >= 0; r--) if (r !== p && r !== q) others = bdd.and(others, same[r]);
    const step = bdd.or(bdd.and(bdd.or(ask, enter), same[q]), pass);
    transition = bdd.or(transition, bdd.and(step, others));
    bdd.safePoint([initial, transition, ...same]);
  }
  return reachable(bdd, 3 * n, initial, transition);
}

/** A binary counter from 0 up to its overflow: 2^bits rounds of small operations. */
function counter(bdd, bits) {
  let transition = TRUE;
  let carry = TRUE;
  let initial = TRUE;
  for (let i = 0; i < bits; i++) {
    const now = bdd.variable(2 * (bits - 1 - i));
    const then = bdd.variable(2 * (bits - 1 - i) + 1);
    transition = bdd.and(transition, bdd.iff(then, bdd.xor(now, carry)));
    carry = bdd.and(carry, now);
    initial = bdd.and(initial, bdd.not(now));
  }
  return reachable(bdd, bits, initial, transition);
}

export const workloads = {
  queens: { run: queens, variableCount: (n) => n * n },
  ring: { run: ring, variableCount: (n) => 6 * n },
  counter: { run: counter, variableCount: (bits) => 2 * bits },
};
