// Existential quantification over a set of variables, and the relational product ∃X (f ∧ g) in one pass (Burch, Clarke,
// McMillan, Dill, Hwang 1990, section 6), which never builds the conjunction. Universal quantification is the dual.
// Same five steps as apply.ts. At a quantified level the two cofactors are joined by `or` instead of a node, and the
// second is skipped when the first is already true. Below the last quantified level nothing is left to do.
// Recursion depth: the number of variables, for this function and the connectives it calls together.

import { and, or } from './apply.js';
import { type Edge, FALSE, MISS, TRUE } from './edge.js';
import type { NodeTable } from './node-table.js';
import { Operator, tagOf } from './operation-cache.js';

/** Variables to quantify, interned by its `Bdd`: equal sets are the same object and share cached results. */
export class VariableSet {
  /** 1 at every level in the set. */
  readonly members: Uint8Array;
  /** Lowest quantified variable; -1 in the empty set. */
  readonly last: number;
  readonly existsTag: number;
  readonly andExistsTag: number;

  constructor(
    readonly variables: readonly number[],
    variableCount: number,
    id: number,
  ) {
    this.members = new Uint8Array(variableCount);
    for (const variable of variables) this.members[variable] = 1;
    this.last = variables.at(-1) ?? -1;
    this.existsTag = tagOf(Operator.exists, id);
    this.andExistsTag = tagOf(Operator.andExists, id);
  }
}

export function exists(nodes: NodeTable, f: Edge, set: VariableSet): Edge {
  // 1. Terminal cases: constants lie below every level.
  const level = nodes.level(f);
  if (level > set.last) return f;
  // 2. Cache.
  const known = nodes.cache.lookup(f, FALSE, set.existsTag);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const f1 = nodes.high(f);
  // 4. Recurse.
  const low = exists(nodes, nodes.low(f), set);
  if (low < 0) return low;
  const quantified = set.members[level] === 1;
  const high = quantified && low === TRUE ? TRUE : exists(nodes, f1, set);
  if (high < 0) return high;
  // 5. Join or make, and remember.
  const result = quantified ? or(nodes, low, high) : nodes.make(level, low, high);
  return nodes.cache.store(f, FALSE, set.existsTag, result);
}

/** ∃ set (f ∧ g). */
export function andExists(nodes: NodeTable, left: Edge, right: Edge, set: VariableSet): Edge {
  // 1. Terminal cases.
  const f = left < right ? left : right;
  const g = left < right ? right : left;
  if (f === FALSE || (f ^ g) === 1) return FALSE;
  if (f === TRUE || f === g) return exists(nodes, g, set);
  const level = Math.min(nodes.level(f), nodes.level(g));
  if (level > set.last) return and(nodes, f, g);
  // 2. Cache.
  const known = nodes.cache.lookup(f, g, set.andExistsTag);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const f1 = nodes.highAt(f, level);
  const g1 = nodes.highAt(g, level);
  // 4. Recurse.
  const low = andExists(nodes, nodes.lowAt(f, level), nodes.lowAt(g, level), set);
  if (low < 0) return low;
  const quantified = set.members[level] === 1;
  const high = quantified && low === TRUE ? TRUE : andExists(nodes, f1, g1, set);
  if (high < 0) return high;
  // 5. Join or make, and remember.
  const result = quantified ? or(nodes, low, high) : nodes.make(level, low, high);
  return nodes.cache.store(f, g, set.andExistsTag, result);
}
