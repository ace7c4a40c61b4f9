// Linear invariants: weights y >= 0 on places and controls that no transition increases, so y . state never exceeds its
// value at the start. The generators of the cone { y : y . effect <= 0 }, by Farkas' algorithm: one transition after the
// other, each combining the rows it increases with those it decreases. Capped: a missing invariant only refutes less.

import type { Marking } from '../../../model/petri/marking.js';
import type { Transition } from '../../../translate/nets/counter-system.js';
import type { Problem } from '../problem.js';
import type { Refuter } from './refuter.js';

const mostRows = 400;
const mostWork = 20_000;
/** Weights times tokens must stay exact; a flow with larger weights is left out. */
const mostWeight = 2 ** 20;

export interface SemiFlow {
  /** Per place. */
  readonly weights: Float64Array;
  /** Per control. */
  readonly offsets: Float64Array;
  /** weights . marking + offset never exceeds it. */
  readonly bound: number;
}

/** A row is a vector of weights over places, then controls. */
type Row = Float64Array;

/** Semi-flows that are zero on the unbounded places of the start. */
export function semiFlows(problem: Problem): SemiFlow[] {
  const { places, controls, transitions, start } = problem;
  const size = places + controls;
  if (size * transitions.length > mostWork) return [];
  let rows: Row[] = [];
  for (let i = 0; i < size; i++) if (!start.unbounded.includes(i)) rows.push(unit(size, i));
  const left = new Set(transitions);
  for (let next = cheapest(rows, left, places); next; next = cheapest(rows, left, places)) {
    left.delete(next.transition);
    rows = combined(next);
  }
  return rows.filter((row) => row.subarray(0, places).some((weight) => weight > 0)).map(flowOf);

  function flowOf(row: Row): SemiFlow {
    const weights = row.slice(0, places);
    const offsets = row.slice(places);
    return { weights, offsets, bound: weigh(weights, start.marking) + offsets[start.control]! };
  }
}

/** The rows by what a transition does to them. */
interface Division {
  readonly transition: Transition;
  readonly kept: Row[];
  readonly up: [Row, number][];
  readonly down: [Row, number][];
}

/** The transition that adds the fewest rows. */
function cheapest(rows: readonly Row[], left: ReadonlySet<Transition>, places: number): Division | undefined {
  let best: Division | undefined;
  const growth = ({ up, down }: Division) => up.length * (down.length - 1);
  for (const transition of left) {
    const division = divide(rows, transition, places);
    if (!best || growth(division) < growth(best)) best = division;
    if (division.up.length === 0) break;
  }
  return best;
}

function divide(rows: readonly Row[], transition: Transition, places: number): Division {
  const { from, to, effect } = transition;
  const division: Division = { transition, kept: [], up: [], down: [] };
  for (const row of rows) {
    let change = row[places + to]! - row[places + from]!;
    for (let i = 0; i < effect.length; i += 2) change += row[effect[i]!]! * effect[i + 1]!;
    if (change > 0) division.up.push([row, change]);
    else division.kept.push(row);
    if (change < 0) division.down.push([row, -change]);
  }
  return division;
}

function combined({ kept, up, down }: Division): Row[] {
  const rows = [...kept];
  for (const [a, gained] of up)
    for (const [b, lost] of down) {
      if (rows.length >= mostRows) return rows;
      const row = scaled(a.map((weight, i) => weight * lost + b[i]! * gained));
      if (row.every((weight) => weight <= mostWeight)) rows.push(row);
    }
  return rows;
}

function scaled(row: Row): Row {
  let divisor = 0;
  for (const weight of row) divisor = greatestCommonDivisor(divisor, weight);
  return divisor > 1 ? row.map((weight) => weight / divisor) : row;
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function unit(size: number, index: number): Row {
  const row = new Float64Array(size);
  row[index] = 1;
  return row;
}

function weigh(weights: Float64Array, marking: Marking): number {
  let sum = 0;
  for (let i = 0; i < marking.length; i += 2) sum += weights[marking[i]!]! * marking[i + 1]!;
  return sum;
}

/** Refutes what exceeds a bound, restricted to the places that weigh. */
export function refuteBySemiFlows(flows: readonly SemiFlow[]): Refuter {
  return (control, marking) => {
    for (const { weights, offsets, bound } of flows)
      if (weigh(weights, marking) + offsets[control]! > bound)
        return marking.filter((_, i) => weights[marking[i & ~1]!]! > 0);
    return undefined;
  };
}
