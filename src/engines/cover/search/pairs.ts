// Which pairs of places can be marked together at a control, from above: the least relation that contains the start's pairs
// and, with a transition and a pair u after it, u whenever all pairs of the cover preimage of u are in the relation before.
// What is outside is an upward-closed set that is closed under cover preimages: an invariant with its certificate.
// (p, p) stands for two tokens in p. Bit matrices, a row per place; a transition costs places^2 / 32, and a row for each place
// that gets tokens where it keeps the control: what was there together before stays together.

import { IndexWorklist } from '../../../base/worklist.js';
import { countAt, type Marking } from '../../../model/petri/marking.js';
import type { Transition } from '../../../translate/nets/counter-system.js';
import { type Problem, transitionsOutOf } from '../problem.js';

const mostBits = 1 << 28;

/** Work of one transition, in words. */
function costOf({ places }: Problem, { from, to, effect }: Transition): number {
  const rows = from === to ? 2 + effect.length : places;
  return 1 + ((rows * (places + 31)) >>> 5);
}

/** Is the relation small enough to be worth computing: does it fit, and does each transition get a few turns? */
export function pairsFit(problem: Problem, budget: number): boolean {
  const { controls, places, transitions } = problem;
  if (controls * places * (places + 32) > mostBits) return false;
  return 3 * transitions.reduce((sum, transition) => sum + costOf(problem, transition), 0) <= budget;
}

export class PairInvariant {
  readonly #words: number;
  readonly #places: number;
  /** For control c: row 0 the single places, row 1 + p the partners of p. */
  readonly #bits: Uint32Array;
  readonly #reached: Uint8Array;

  constructor(problem: Problem) {
    this.#places = problem.places;
    this.#words = (problem.places + 31) >>> 5;
    this.#bits = new Uint32Array(problem.controls * (problem.places + 1) * this.#words);
    this.#reached = new Uint8Array(problem.controls);
  }

  get bytes(): number {
    return this.#bits.byteLength;
  }

  isReached(control: number): boolean {
    return this.#reached[control] === 1;
  }

  /** An element below `marking` that no reachable state covers, if the relation knows one. */
  refutation(control: number, marking: Marking): Marking | undefined {
    if (!this.isReached(control)) return [];
    for (let i = 0; i < marking.length; i += 2) {
      const p = marking[i]!;
      if (!this.#has(this.#row(control, -1), p)) return [p, 1];
      const partners = this.#row(control, p);
      if (marking[i + 1]! >= 2 && !this.#has(partners, p)) return [p, 2];
      for (let j = 0; j < i; j += 2) if (!this.#has(partners, marking[j]!)) return [marking[j]!, 1, p, 1];
    }
    return undefined;
  }

  begin({ start }: Problem): void {
    this.#reached[start.control] = 1;
    const tokens = new Map<number, number>();
    for (let i = 0; i < start.marking.length; i += 2) tokens.set(start.marking[i]!, start.marking[i + 1]!);
    for (const place of start.unbounded) tokens.set(place, 2);
    for (const [p, count] of tokens) {
      this.#set(this.#row(start.control, -1), p);
      for (const q of tokens.keys()) if (q !== p || count >= 2) this.#set(this.#row(start.control, p), q);
    }
  }

  /** Adds what firing the transition allows; returns whether that was new. */
  fire(transition: Transition): boolean {
    const { from, to, hurdle, effect } = transition;
    if (this.refutation(from, hurdle)) return false;
    const survivors = this.#survivors(transition);
    let changed = this.#reached[to] === 0;
    this.#reached[to] = 1;
    if (this.#union(this.#row(to, -1), survivors)) changed = true;
    if (from !== to)
      for (let p = 0; p < this.#places; p++) {
        if (!this.#hasIn(survivors, p) || countAt(effect, p) > 0) continue;
        if (this.#unionMasked(this.#row(to, p), survivors, this.#row(from, p))) changed = true;
      }
    for (let i = 0; i < effect.length; i += 2) {
      const [p, change] = [effect[i]!, effect[i + 1]!];
      if (change <= 0) continue;
      const partners = this.#partnersOfNew(transition, survivors, p, change);
      if (this.#union(this.#row(to, p), partners)) changed = true;
      changed = this.#mirror(to, p, partners) || changed;
    }
    return changed;
  }

  /** The places that can be marked after the transition. */
  #survivors({ from, hurdle, effect }: Transition): Uint32Array {
    const base = this.#row(from, -1);
    const result = this.#bits.slice(base, base + this.#words);
    for (let i = 0; i < hurdle.length; i += 2) {
      const row = this.#row(from, hurdle[i]!);
      // The bit of the hurdle's own place says "two tokens" in its row: it is decided below.
      for (let w = 0; w < this.#words; w++) result[w] = result[w]! & this.#bits[row + w]!;
    }
    for (let i = 0; i < hurdle.length; i += 2) {
      const [p, needed] = [hurdle[i]!, hurdle[i + 1]!];
      const wanted = Math.max(needed, 1 - countAt(effect, p));
      const possible = wanted <= 1 || wanted === needed || this.#has(this.#row(from, p), p);
      this.#assign(result, p, possible);
    }
    for (let i = 0; i < effect.length; i += 2) if (effect[i + 1]! > 0) this.#assign(result, effect[i]!, true);
    return result;
  }

  /** A place that gets tokens pairs with every survivor; with itself if there were two, or one that stayed. */
  #partnersOfNew({ from, hurdle }: Transition, survivors: Uint32Array, p: number, change: number): Uint32Array {
    const partners = survivors.slice();
    const needed = countAt(hurdle, p);
    let stays = change >= 2 || needed >= 1;
    if (!stays) {
      stays = this.#has(this.#row(from, -1), p);
      for (let i = 0; i < hurdle.length; i += 2) if (!this.#has(this.#row(from, p), hurdle[i]!)) stays = false;
    }
    this.#assign(partners, p, stays);
    return partners;
  }

  #mirror(control: number, p: number, partners: Uint32Array): boolean {
    let changed = false;
    for (let q = 0; q < this.#places; q++)
      if (this.#hasIn(partners, q) && this.#set(this.#row(control, q), p)) changed = true;
    return changed;
  }

  #row(control: number, place: number): number {
    return (control * (this.#places + 1) + 1 + place) * this.#words;
  }

  #has(row: number, place: number): boolean {
    return ((this.#bits[row + (place >>> 5)]! >>> (place & 31)) & 1) === 1;
  }

  #hasIn(set: Uint32Array, place: number): boolean {
    return ((set[place >>> 5]! >>> (place & 31)) & 1) === 1;
  }

  #set(row: number, place: number): boolean {
    if (this.#has(row, place)) return false;
    const at = row + (place >>> 5);
    this.#bits[at] = this.#bits[at]! | (1 << (place & 31));
    return true;
  }

  #assign(set: Uint32Array, place: number, value: boolean): void {
    const bit = 1 << (place & 31);
    set[place >>> 5] = value ? set[place >>> 5]! | bit : set[place >>> 5]! & ~bit;
  }

  #union(row: number, set: Uint32Array): boolean {
    return this.#unionMasked(row, set, -1);
  }

  /** row |= set & mask, where the mask is a row or everything (-1). */
  #unionMasked(row: number, set: Uint32Array, mask: number): boolean {
    let changed = false;
    for (let w = 0; w < this.#words; w++) {
      const added = mask < 0 ? set[w]! : set[w]! & this.#bits[mask + w]!;
      const union = (this.#bits[row + w]! | added) >>> 0;
      if (union === this.#bits[row + w]) continue;
      this.#bits[row + w] = union;
      changed = true;
    }
    return changed;
  }
}

/** Computes the invariant, yielding the work done; gives up (undefined) when `budget` is used up. */
export function* pairInvariant(problem: Problem, budget: number): Generator<number, PairInvariant | undefined> {
  const invariant = new PairInvariant(problem);
  const out = transitionsOutOf(problem);
  const worklist = new IndexWorklist(problem.controls);
  invariant.begin(problem);
  worklist.add(problem.start.control);
  let work = 0;
  for (let control = worklist.take(); control !== undefined; control = worklist.take())
    for (const index of out[control]!) {
      const transition = problem.transitions[index]!;
      if (invariant.fire(transition)) worklist.add(transition.to);
      const cost = costOf(problem, transition);
      work += cost;
      if (work > budget) return undefined;
      yield cost;
    }
  return invariant;
}
