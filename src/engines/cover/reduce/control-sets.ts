// Finds sets of places that always hold exactly one token: 0/1 solutions x of x . effect = 0 for all transitions, with one
// initial token. Places that a transition merely exchanges form classes (union-find); what is left is a sparse linear
// system, whose null space is read off its reduced echelon form modulo a prime. Initially marked places are kept free where
// possible, since each solution has exactly one of them. Candidates are only suggestions: `oneTokenSets` checks them exactly.

import { type Marking, pairsOf } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';

/** Products of two residues stay below 2^53. */
const prime = 33_554_393;
/** Rounds of merging classes, and entries written by the elimination, before it is given up. */
const mostRounds = 30;
const mostEntries = 4_000_000;

/** Candidates, largest first. Yields the work done. */
export function* controlSets(problem: Problem): Generator<number, number[][], void> {
  const classes = new PlaceClasses(problem);
  // What happens on the way into the goal does not matter any more.
  const inner = problem.transitions.filter(({ to }) => to !== problem.goal);
  const rows = yield* classes.simplify(inner.map((transition) => transition.effect));
  const tokens = new Map(pairsOf(problem.start.marking));
  const isMarked = new Set([...tokens.keys()].map((place) => classes.representative(place)));
  const vectors = yield* nullSpace(rows, classes.representatives(), isMarked);
  return vectors
    .map((vector) => classes.members(vector))
    .filter((set) => set.reduce((sum, place) => sum + (tokens.get(place) ?? 0), 0) === 1)
    .sort((a, b) => b.length - a.length);
}

type Row = Map<number, number>;

class PlaceClasses {
  readonly #parent: Int32Array;
  /** Places that are in no set, as a class of their own. */
  readonly #none: number;
  #members: Map<number, number[]> | undefined;

  constructor({ places, start }: Problem) {
    this.#none = places;
    this.#parent = Int32Array.from({ length: places + 1 }, (_, i) => i);
    for (const place of start.unbounded) this.#exclude(place);
    for (const [place, count] of pairsOf(start.marking)) if (count > 1) this.#exclude(place);
  }

  /** Merges classes while rows say x = y or x = 0; returns the rows that say more. */
  *simplify(effects: readonly Marking[]): Generator<number, Row[], void> {
    let rows = effects.map((effect) => pairsOf(effect));
    let changed = true;
    for (let round = 0; changed && round < mostRounds; round++) {
      yield rows.length;
      changed = false;
      const distinct = new Map<string, [number, number][]>();
      for (const pairs of rows) {
        const row = this.#collect(pairs);
        const [first, second, third] = row;
        if (first && !second) changed = this.#exclude(first[0]) || changed;
        else if (first && second && !third && first[1] === -second[1]) {
          this.#parent[this.representative(first[0])] = this.representative(second[0]);
          changed = true;
        } else if (row.length > 0) distinct.set(row.join(';'), row);
      }
      // Back and forth: what follows from the next row follows in the next round.
      rows = [...distinct.values()].reverse();
    }
    return rows.map((row) => new Map(row.map(([place, count]) => [place, (count + prime) % prime])));
  }

  representatives(): number[] {
    const found: number[] = [];
    const none = this.representative(this.#none);
    for (let i = 0; i < this.#none; i++) if (this.representative(i) === i && i !== none) found.push(i);
    return found;
  }

  members(representatives: ReadonlySet<number>): number[] {
    const membersOf = (this.#members ??= this.#grouped());
    const members = [...representatives].flatMap((each) => membersOf.get(each) ?? []);
    return members.sort((a, b) => a - b);
  }

  #grouped(): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    for (let place = 0; place < this.#none; place++) {
      const group = groups.get(this.representative(place));
      if (group) group.push(place);
      else groups.set(this.representative(place), [place]);
    }
    return groups;
  }

  #collect(pairs: readonly [number, number][]): [number, number][] {
    const none = this.representative(this.#none);
    const row = new Map<number, number>();
    for (const [place, count] of pairs) {
      const root = this.representative(place);
      if (root !== none) row.set(root, (row.get(root) ?? 0) + count);
    }
    return [...row].filter(([, count]) => count !== 0).sort((a, b) => a[0] - b[0]);
  }

  #exclude(place: number): boolean {
    const [root, none] = [this.representative(place), this.representative(this.#none)];
    if (root === none) return false;
    this.#parent[root] = none;
    return true;
  }

  representative(place: number): number {
    let root = place;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    for (let at = place; at !== root; ) [at, this.#parent[at]] = [this.#parent[at]!, root];
    return root;
  }
}

/** The basis vectors of the null space that have entries 0 and 1 only, as sets of variables; none when it takes too long. */
function* nullSpace(
  rows: readonly Row[],
  variables: readonly number[],
  isMarked: ReadonlySet<number>,
): Generator<number, Set<number>[], void> {
  const pivots = new Pivots(isMarked);
  for (const row of rows) {
    const written = pivots.entries;
    pivots.add(row);
    if (pivots.entries > mostEntries) return [];
    yield (pivots.entries - written) / 8;
  }
  return variables.flatMap((variable) => pivots.solution(variable) ?? []);
}

/** Rows in reduced echelon form: each has a pivot variable that occurs in no other. */
class Pivots {
  readonly #rows = new Map<number, Row>();
  /** The pivots of the rows in which a variable occurs. */
  readonly #occurs = new Map<number, Set<number>>();
  /** How many entries were written so far. */
  entries = 0;

  constructor(readonly isMarked: ReadonlySet<number>) {}

  add(row: Row): void {
    for (const variable of [...row.keys()]) {
      const pivot = this.#rows.get(variable);
      if (pivot) this.#subtract(row, pivot, row.get(variable)!);
    }
    const lead = this.#leadOf(row);
    if (lead === undefined) return;
    const scale = inverse(row.get(lead)!);
    for (const [variable, value] of row) row.set(variable, (value * scale) % prime);
    for (const pivot of [...(this.#occurs.get(lead) ?? [])]) this.#eliminate(pivot, row, lead);
    this.#rows.set(lead, row);
    for (const variable of row.keys()) this.#occur(variable, lead);
  }

  /** The null vector in which this free variable is 1 and the others are 0, if all entries are 0 and 1. */
  solution(free: number): Set<number> | undefined {
    if (this.#rows.has(free)) return undefined;
    const vector = new Set([free]);
    for (const pivot of this.#occurs.get(free) ?? []) {
      if (this.#rows.get(pivot)!.get(free) !== prime - 1) return undefined;
      vector.add(pivot);
    }
    return vector;
  }

  /** A variable that is not marked at the start if there is one, and occurs in few rows. */
  #leadOf(row: Row): number | undefined {
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const variable of row.keys()) {
      const cost = (this.#occurs.get(variable)?.size ?? 0) + (this.isMarked.has(variable) ? 1e6 : 0);
      if (cost < least) [best, least] = [variable, cost];
    }
    return best;
  }

  /** Removes the variable from the row of another pivot. */
  #eliminate(pivot: number, row: Row, variable: number): void {
    const other = this.#rows.get(pivot)!;
    this.#subtract(other, row, other.get(variable)!);
    for (const each of row.keys())
      if (other.has(each)) this.#occur(each, pivot);
      else this.#occurs.get(each)?.delete(pivot);
  }

  #occur(variable: number, pivot: number): void {
    const pivots = this.#occurs.get(variable);
    if (pivots) pivots.add(pivot);
    else this.#occurs.set(variable, new Set([pivot]));
  }

  #subtract(row: Row, other: Row, factor: number): void {
    this.entries += other.size;
    subtract(row, other, factor);
  }
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
