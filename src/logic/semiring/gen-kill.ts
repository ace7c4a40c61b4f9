// Gen/kill functions of dataflow analysis, x -> gen ∪ (x ∩ pass), joined over paths by union ("may" facts).
// Kept canonical (gen ⊆ pass), so that equal functions are equal pairs. No path is not the function that kills
// everything: extending nothing must not generate facts, hence the extra element `null`.

import { type BitSet, elementsOf, emptySet } from '../../base/integers/bit-set.js';
import type { Semiring } from './semiring.js';

export interface GenKill {
  readonly gen: BitSet;
  /** The facts that survive: those not killed, and those generated. */
  readonly pass: BitSet;
}

export interface GenKillSemiring extends Semiring<GenKill | null> {
  /** The function that removes `kill` and then adds `gen`. */
  readonly make: (kill: BitSet, gen: BitSet) => GenKill;
}

/** The domain over the facts 0..factCount-1. */
export function genKill(factCount: number): GenKillSemiring {
  const universe = (1n << BigInt(factCount)) - 1n;
  return {
    name: 'gen-kill',
    zero: null,
    one: { gen: emptySet, pass: universe },
    combine: (a, b) => (a && b ? { gen: a.gen | b.gen, pass: a.pass | b.pass } : (a ?? b)),
    extend: (a, b) => a && b && { gen: b.gen | (a.gen & b.pass), pass: b.gen | (a.pass & b.pass) },
    equal: (a, b) => a?.gen === b?.gen && a?.pass === b?.pass,
    print: (weight) => (weight ? printGenKill(weight, universe) : 'no path'),
    make: (kill, gen) => ({ gen, pass: gen | (universe & ~kill) }),
  };
}

export function applyGenKill(weight: GenKill, facts: BitSet): BitSet {
  return weight.gen | (facts & weight.pass);
}

function printGenKill({ gen, pass }: GenKill, universe: BitSet): string {
  return `gen {${elementsOf(gen)}} kill {${elementsOf(universe & ~pass)}}`;
}
