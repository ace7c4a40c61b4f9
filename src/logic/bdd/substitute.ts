// Replacing variables by variables (rename) and by constants (restrict). Same five steps as apply.ts.
// A renaming is simultaneous and need not be injective or keep the order. Where the new variable lies above both renamed
// children (always, for renamings that keep the order of the support) a node is made directly; elsewhere the two are
// joined by if-then-else, which finds the right place. The test is local, so one routine serves both cases.

import { ite } from './apply.js';
import { type Edge, FALSE, MISS, TRUE } from './edge.js';
import type { NodeTable } from './node-table.js';
import { Operator, tagOf } from './operation-cache.js';

const RESTRICT = tagOf(Operator.restrict);

/** A substitution of variables by variables, interned by its `Bdd`. */
export class Renaming {
  readonly tag: number;
  /** Highest-numbered variable that changes: functions that start below it stay as they are; -1 for the identity. */
  readonly last: number;

  constructor(
    /** The new variable of every variable. */
    readonly images: Int32Array,
    id: number,
  ) {
    this.tag = tagOf(Operator.rename, id);
    this.last = images.findLastIndex((image, variable) => image !== variable);
  }
}

export function rename(nodes: NodeTable, f: Edge, renaming: Renaming): Edge {
  // 1. Terminal cases. The sign moves to the result.
  const level = nodes.level(f);
  if (level > renaming.last) return f;
  const sign = f & 1;
  const regular = f ^ sign;
  // 2. Cache.
  const known = nodes.cache.lookup(regular, FALSE, renaming.tag);
  if (known !== MISS) return known ^ sign;
  // 3. Cofactors.
  const f1 = nodes.high(regular);
  // 4. Recurse.
  const low = rename(nodes, nodes.low(regular), renaming);
  if (low < 0) return low;
  const high = rename(nodes, f1, renaming);
  if (high < 0) return high;
  // 5. Make, directly or in the right place, and remember.
  const image = renaming.images[level]!;
  const inOrder = image < nodes.level(low) && image < nodes.level(high);
  const result = inOrder ? nodes.make(image, low, high) : ite(nodes, nodes.literal(image), high, low);
  return nodes.cache.store(regular, FALSE, renaming.tag, result) ^ sign;
}

/** The cofactor of `f` for the values that `cube`, a conjunction of literals, gives to its variables. */
export function restrict(nodes: NodeTable, f: Edge, cube: Edge): Edge {
  // 1. Terminal cases, after dropping the cube's variables above f (all of them if f is a constant).
  const level = nodes.level(f);
  let rest = cube;
  while (nodes.level(rest) < level) rest = isPositive(nodes, rest) ? nodes.high(rest) : nodes.low(rest);
  if (rest === TRUE) return f;
  // 2. Cache.
  const known = nodes.cache.lookup(f, rest, RESTRICT);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const fixed = nodes.level(rest) === level;
  const f0 = fixed && isPositive(nodes, rest) ? nodes.high(f) : nodes.low(f);
  const f1 = nodes.high(f);
  // 4. Recurse: into one cofactor where the cube fixes the variable.
  const low = restrict(nodes, f0, rest);
  if (low < 0) return low;
  const high = fixed ? low : restrict(nodes, f1, rest);
  if (high < 0) return high;
  // 5. Make (or keep the one cofactor) and remember.
  return nodes.cache.store(f, rest, RESTRICT, nodes.make(level, low, high));
}

/** Does the cube's first literal ask for value 1? */
function isPositive(nodes: NodeTable, cube: Edge): boolean {
  return nodes.low(cube) === FALSE;
}
