// X1: for each control the places that can be marked there, from above: the least sets that contain the start's tokens and
// are closed under arcs whose hurdle lies within. Arcs whose hurdle does not are dead.
// One bit row per control; a worklist of controls; each row grows at most `places` times.

import { Worklist } from '../../../base/worklist.js';
import type { Marking } from '../../../model/petri/marking.js';
import type { Transition } from '../../../translate/counters/counter-system.js';

/** Above this many bits the rows are not kept: every place counts as markable at every reachable control. */
const mostBits = 1 << 30;

export class MarkablePlaces {
  readonly #words: number;
  readonly #rows: Uint32Array;
  readonly #reached: Uint8Array;

  constructor(controls: number, places: number) {
    this.#words = controls * places > mostBits ? 0 : (places + 31) >>> 5;
    this.#rows = new Uint32Array(controls * this.#words);
    this.#reached = new Uint8Array(controls);
  }

  get bytes(): number {
    return this.#rows.byteLength + this.#reached.byteLength;
  }

  isReached(control: number): boolean {
    return this.#reached[control] === 1;
  }

  has(control: number, place: number): boolean {
    if (this.#words === 0) return this.isReached(control);
    return ((this.#rows[control * this.#words + (place >>> 5)]! >>> (place & 31)) & 1) === 1;
  }

  hasAll(control: number, marking: Marking): boolean {
    if (!this.isReached(control)) return false;
    for (let i = 0; i < marking.length; i += 2) if (!this.has(control, marking[i]!)) return false;
    return true;
  }

  isLive(arc: Transition): boolean {
    return this.hasAll(arc.from, arc.hurdle);
  }

  /** Returns whether it was new. */
  reach(control: number): boolean {
    if (this.#reached[control]) return false;
    this.#reached[control] = 1;
    return true;
  }

  mark(control: number, place: number): boolean {
    if (this.#words === 0 || this.has(control, place)) return false;
    const word = control * this.#words + (place >>> 5);
    this.#rows[word] = this.#rows[word]! | (1 << (place & 31));
    return true;
  }

  /** Adds the places of one control to those of another. */
  spread(from: number, to: number): boolean {
    let changed = false;
    for (let i = 0; i < this.#words; i++) {
      const old = this.#rows[to * this.#words + i]!;
      const union = (old | this.#rows[from * this.#words + i]!) >>> 0;
      if (union === old) continue;
      this.#rows[to * this.#words + i] = union;
      changed = true;
    }
    return changed;
  }
}

export function markablePlaces(
  controls: number,
  places: number,
  start: { readonly control: number; readonly marked: Iterable<number> },
  out: (control: number) => Iterable<Transition>,
): MarkablePlaces {
  const markable = new MarkablePlaces(controls, places);
  // First in, first out: a control that much flows into is then looked at once per round.
  const worklist = new Worklist<number>();
  markable.reach(start.control);
  for (const place of start.marked) markable.mark(start.control, place);
  worklist.add(start.control);
  for (let control = worklist.take(); control !== undefined; control = worklist.take())
    for (const arc of out(control)) if (markable.isLive(arc) && follow(markable, arc)) worklist.add(arc.to);
  return markable;
}

function follow(markable: MarkablePlaces, { from, to, effect, broadcast }: Transition): boolean {
  let changed = markable.reach(to);
  for (const { place, to: places } of broadcast?.sweeps ?? [])
    if (markable.has(from, place)) for (const next of places) if (markable.mark(to, next)) changed = true;
  for (let i = 0; i < (broadcast?.give.length ?? 0); i += 2) if (markable.mark(to, broadcast!.give[i]!)) changed = true;
  if (from !== to && markable.spread(from, to)) changed = true;
  for (let i = 0; i < effect.length; i += 2) if (effect[i + 1]! > 0 && markable.mark(to, effect[i]!)) changed = true;
  return changed;
}
