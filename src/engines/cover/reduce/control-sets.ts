// Finds sets of places that always hold exactly one token: 0/1 solutions x of x . effect = 0 for all transitions, with one
// initial token. Places that a transition merely exchanges form classes (union-find); what is left is a small linear
// system, whose null space is read off its reduced echelon form modulo a prime. Candidates are only suggestions:
// `recoverControls` checks them exactly.

import { type Marking, pairsOf } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';

/** Products of two residues stay below 2^53. */
const prime = 33_554_393;
const mostRows = 4_000;

/** Candidates, largest first. */
export function controlSets(problem: Problem): number[][] {
  const classes = new PlaceClasses(problem);
  // What happens on the way into the goal does not matter any more.
  const inner = problem.transitions.filter(({ to }) => to !== problem.goal);
  const rows = classes.simplify(inner.map((transition) => transition.effect));
  if (rows.length > mostRows) return [];
  const tokens = new Map(pairsOf(problem.start.marking));
  return nullSpace(rows, classes.representatives())
    .map((vector) => classes.members(vector))
    .filter((set) => set.reduce((sum, place) => sum + (tokens.get(place) ?? 0), 0) === 1)
    .sort((a, b) => b.length - a.length);
}

type Row = Map<number, number>;

class PlaceClasses {
  readonly #parent: Int32Array;
  /** Places that are in no set, as a class of their own. */
  readonly #none: number;

  constructor({ places, start }: Problem) {
    this.#none = places;
    this.#parent = Int32Array.from({ length: places + 1 }, (_, i) => i);
    for (const place of start.unbounded) this.#exclude(place);
    for (const [place, count] of pairsOf(start.marking)) if (count > 1) this.#exclude(place);
  }

  /** Merges classes while rows say x = y or x = 0; returns the rows that say more. */
  simplify(effects: readonly Marking[]): Row[] {
    let rows = effects.map((effect) => pairsOf(effect));
    for (let changed = true; changed; ) {
      changed = false;
      const distinct = new Map<string, [number, number][]>();
      for (const pairs of rows) {
        const row = this.#collect(pairs);
        const [first, second, third] = row;
        if (first && !second) changed = this.#exclude(first[0]) || changed;
        else if (first && second && !third && first[1] === -second[1]) {
          this.#parent[this.#find(first[0])] = this.#find(second[0]);
          changed = true;
        } else if (row.length > 0) distinct.set(row.join(';'), row);
      }
      rows = [...distinct.values()];
    }
    return rows.map((row) => new Map(row.map(([place, count]) => [place, (count + prime) % prime])));
  }

  representatives(): number[] {
    const found: number[] = [];
    const none = this.#find(this.#none);
    for (let i = 0; i < this.#none; i++) if (this.#find(i) === i && i !== none) found.push(i);
    return found;
  }

  members(representatives: ReadonlySet<number>): number[] {
    const members: number[] = [];
    for (let i = 0; i < this.#none; i++) if (representatives.has(this.#find(i))) members.push(i);
    return members;
  }

  #collect(pairs: readonly [number, number][]): [number, number][] {
    const none = this.#find(this.#none);
    const row = new Map<number, number>();
    for (const [place, count] of pairs) {
      const root = this.#find(place);
      if (root !== none) row.set(root, (row.get(root) ?? 0) + count);
    }
    return [...row].filter(([, count]) => count !== 0).sort((a, b) => a[0] - b[0]);
  }

  #exclude(place: number): boolean {
    const [root, none] = [this.#find(place), this.#find(this.#none)];
    if (root === none) return false;
    this.#parent[root] = none;
    return true;
  }

  #find(place: number): number {
    let root = place;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    for (let at = place; at !== root; ) [at, this.#parent[at]] = [this.#parent[at]!, root];
    return root;
  }
}

/** The basis vectors of the null space that have entries 0 and 1 only, as sets of variables. */
function nullSpace(rows: readonly Row[], variables: readonly number[]): Set<number>[] {
  const pivots = new Map<number, Row>();
  for (const row of rows) {
    for (const [variable, pivot] of pivots) if (row.has(variable)) subtract(row, pivot, row.get(variable)!);
    const [lead] = row.keys();
    if (lead === undefined) continue;
    const scale = inverse(row.get(lead)!);
    for (const [variable, value] of row) row.set(variable, (value * scale) % prime);
    for (const pivot of pivots.values()) if (pivot.has(lead)) subtract(pivot, row, pivot.get(lead)!);
    pivots.set(lead, row);
  }
  const free = variables.filter((variable) => !pivots.has(variable));
  return free.flatMap((variable) => {
    const vector = new Set([variable]);
    for (const [pivot, row] of pivots) {
      const value = row.get(variable) ?? 0;
      if (value === prime - 1) vector.add(pivot);
      else if (value !== 0) return [];
    }
    return [vector];
  });
}

/** row -= factor * other */
function subtract(row: Row, other: Row, factor: number): void {
  for (const [variable, value] of other) {
    const next = ((row.get(variable) ?? 0) + (prime - factor) * value) % prime;
    if (next === 0) row.delete(variable);
    else row.set(variable, next);
  }
}

function inverse(value: number): number {
  let [result, base] = [1, value];
  for (let exponent = prime - 2; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) result = (result * base) % prime;
    base = (base * base) % prime;
  }
  return result;
}
