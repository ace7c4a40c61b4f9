// Counting and listing satisfying assignments, support and size. Read-only walks over the diagram.
// Counts are exact (bigint): a node at level l counts the assignments of the variables l, l + 1, … that satisfy it.
// Listing is backtracking with an explicit path: every step down leads to a satisfying assignment, so the delay between
// two results is linear in the number of variables.

import { type Edge, FALSE, LEAF_LEVEL } from './edge.js';
import type { NodeTable } from './node-table.js';

/** How many assignments of all variables satisfy `f`. Linear in its size; recursion depth = number of variables. */
export function countAssignments(nodes: NodeTable, f: Edge): bigint {
  return countFrom(nodes, f, 0, new Map());
}

/** Assignments of the variables `level`, … that satisfy `f`; `counted` holds the counts of nodes, each at its level. */
function countFrom(nodes: NodeTable, f: Edge, level: number, counted: Map<number, bigint>): bigint {
  const variables = nodes.variableCount;
  const positive = countNode(nodes, f & -2, counted) << BigInt(Math.min(nodes.level(f), variables) - level);
  return (f & 1) === 0 ? positive : (1n << BigInt(variables - level)) - positive;
}

function countNode(nodes: NodeTable, f: Edge, counted: Map<number, bigint>): bigint {
  if (f === FALSE) return 0n;
  const known = counted.get(f);
  if (known !== undefined) return known;
  const below = nodes.level(f) + 1;
  const count = countFrom(nodes, nodes.low(f), below, counted) + countFrom(nodes, nodes.high(f), below, counted);
  counted.set(f, count);
  return count;
}

/** The nodes of the diagram of `f` without the leaf, as edges without sign, parents before their low children. */
export function reachableNodes(nodes: NodeTable, roots: readonly Edge[]): Edge[] {
  const seen = new Set<Edge>();
  const pending = [...roots].reverse();
  for (let f = pending.pop(); f !== undefined; f = pending.pop()) {
    const node = f & -2;
    if (node === FALSE || seen.has(node)) continue;
    seen.add(node);
    pending.push(nodes.high(node), nodes.low(node));
  }
  return [...seen];
}

/** The variables that `f` depends on, in order. */
export function support(nodes: NodeTable, f: Edge): number[] {
  const levels = new Set(reachableNodes(nodes, [f]).map((node) => nodes.level(node)));
  return [...levels].sort((a, b) => a - b);
}

/**
 * All assignments of `variables` (ascending, containing the support of `f`) that satisfy `f`, in lexicographic order:
 * values[i] is the value of variables[i]. Collecting garbage meanwhile needs `f` as a root.
 */
export function* assignments(nodes: NodeTable, f: Edge, variables: readonly number[]): Generator<Uint8Array> {
  const depth = variables.length;
  const path = new Int32Array(depth + 1);
  const values = new Uint8Array(depth);
  path[0] = f;
  let at = f === FALSE ? -1 : descend(nodes, path, values, variables, 0);
  while (at >= 0) {
    yield values.slice();
    at = nextBranch(nodes, path, values, variables);
  }
}

/** Completes the path from position `from` with the smallest values; returns the depth reached. */
function descend(
  nodes: NodeTable,
  path: Int32Array,
  values: Uint8Array,
  variables: readonly number[],
  from: number,
): number {
  let at = from;
  for (; at < variables.length; at++) {
    const low = nodes.lowAt(path[at]!, variables[at]!);
    values[at] = low === FALSE ? 1 : 0;
    path[at + 1] = low === FALSE ? nodes.highAt(path[at]!, variables[at]!) : low;
  }
  return at;
}

/** Moves to the next assignment: the deepest 0 that can become 1. Returns -1 when there is none. */
function nextBranch(nodes: NodeTable, path: Int32Array, values: Uint8Array, variables: readonly number[]): number {
  for (let at = variables.length - 1; at >= 0; at--) {
    if (values[at] === 1) continue;
    const high = nodes.highAt(path[at]!, variables[at]!);
    if (high === FALSE) continue;
    values[at] = 1;
    path[at + 1] = high;
    return descend(nodes, path, values, variables, at + 1);
  }
  return -1;
}

/** Values that make `f` true, only for the variables met on the way down; undefined for the constant false. */
export function pickCube(nodes: NodeTable, f: Edge): Map<number, boolean> | undefined {
  if (f === FALSE) return undefined;
  const cube = new Map<number, boolean>();
  for (let rest = f; nodes.level(rest) !== LEAF_LEVEL; ) {
    const value = nodes.low(rest) === FALSE;
    cube.set(nodes.level(rest), value);
    rest = value ? nodes.high(rest) : nodes.low(rest);
  }
  return cube;
}

/** The value of `f` under an assignment: `values(variable)`. */
export function evaluate(nodes: NodeTable, f: Edge, values: (variable: number) => boolean): boolean {
  let rest = f;
  while (nodes.level(rest) !== LEAF_LEVEL) rest = values(nodes.level(rest)) ? nodes.high(rest) : nodes.low(rest);
  return rest !== FALSE;
}
