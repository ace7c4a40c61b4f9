// Existential quantification over the chosen set of variables, and the relational product ∃X (f ∧ g) in one pass (Burch,
// Clarke, McMillan, Dill, Hwang 1990, section 6), which never builds the conjunction. Universal quantification is the dual.
// Same five steps as apply.ts. At a quantified level the two cofactors are joined by `or` instead of a node, and the second
// is skipped when the first is already true. Below the last quantified level nothing is left to do.
// Recursion depth: the number of variables, for this function and the connectives it calls together.

import { and, highAt, highOf, levelOf, lowAt, lowOf, or } from './apply';
import { make } from './node-table';
import { chosenTag, isMember, lastLevel } from './operands';
import { hashOf, lookUp, remember } from './operation-cache';
import { FALSE, MISS, TRUE } from './words';

export function exists(f: i32): i32 {
  // 1. Terminal cases: constants lie below every level.
  const level = levelOf(f);
  if (level > lastLevel()) return f;
  // 2. Cache: under the tag of the relational product, whose second operand is never the constant false.
  const third = chosenTag();
  const hash = hashOf(f, FALSE, third);
  const known = lookUp(hash, f, FALSE, third);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const f1 = highOf(f);
  // 4. Recurse.
  const low = exists(lowOf(f));
  if (low < 0) return low;
  const quantified = isMember(level);
  const high = quantified && low === TRUE ? TRUE : exists(f1);
  if (high < 0) return high;
  // 5. Join or make, and remember.
  const result = quantified ? or(low, high) : make(level, low, high);
  return remember(hash, f, FALSE, third, result);
}

/** ∃ set (f ∧ g). */
export function andExists(left: i32, right: i32): i32 {
  // 1. Terminal cases.
  const f = min(left, right);
  const g = max(left, right);
  if (f === FALSE || (f ^ g) === 1) return FALSE;
  if (f === TRUE || f === g) return exists(g);
  const level = min(levelOf(f), levelOf(g));
  if (level > lastLevel()) return and(f, g);
  // 2. Cache.
  const third = chosenTag();
  const hash = hashOf(f, g, third);
  const known = lookUp(hash, f, g, third);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const f1 = highAt(f, level);
  const g1 = highAt(g, level);
  // 4. Recurse.
  const low = andExists(lowAt(f, level), lowAt(g, level));
  if (low < 0) return low;
  const quantified = isMember(level);
  const high = quantified && low === TRUE ? TRUE : andExists(f1, g1);
  if (high < 0) return high;
  // 5. Join or make, and remember.
  const result = quantified ? or(low, high) : make(level, low, high);
  return remember(hash, f, g, third, result);
}
