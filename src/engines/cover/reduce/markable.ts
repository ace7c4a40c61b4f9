// X1: for each control the places that can be marked there, from above: the least sets that contain the start's tokens and
// are closed under arcs whose hurdle lies within. Arcs whose hurdle does not are dead.
// One bit row per control. An arc waits for one unmet place of its hurdle at a time, and passes on each place once, so the
// work is linear in arcs times the places that pass over them.

import { Worklist } from '../../../base/worklist.js';
import type { Marking } from '../../../model/petri/marking.js';
import type { Transition } from '../../../translate/nets/counter-system.js';

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

  /** A place of the marking that cannot be marked at the control; -1 when all can. */
  missing(control: number, marking: Marking): number {
    for (let i = 0; i < marking.length; i += 2) if (!this.has(control, marking[i]!)) return marking[i]!;
    return -1;
  }

  isLive({ from, hurdle }: Transition): boolean {
    return this.isReached(from) && this.missing(from, hurdle) < 0;
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

  /** Calls `visit` with the places of `control` that `other` does not have. */
  beyond(control: number, other: number, visit: (place: number) => void): void {
    for (let i = 0; i < this.#words; i++) {
      let bits = this.#rows[control * this.#words + i]! & ~this.#rows[other * this.#words + i]!;
      for (; bits !== 0; bits &= bits - 1) visit(32 * i + 31 - Math.clz32(bits & -bits));
    }
  }
}

export function markablePlaces(
  controls: number,
  places: number,
  start: { readonly control: number; readonly marked: Iterable<number> },
  out: (control: number) => Iterable<Transition>,
): MarkablePlaces {
  const spreading = new Spreading(new MarkablePlaces(controls, places), places, out);
  spreading.reach(start.control);
  for (const place of start.marked) spreading.mark(start.control, place);
  spreading.run();
  return spreading.markable;
}

class Spreading {
  /** First in, first out: a control that much flows into is then looked at once per round. */
  readonly #worklist = new Worklist<number>();
  /** Places that became markable at a control and were not yet passed on. */
  readonly #fresh: (number[] | undefined)[] = [];
  /** Controls that were reached, and whose arcs were not yet looked at. */
  readonly #closed = new Set<number>();
  /** The other controls that live arcs lead to: what is marked here is marked there. */
  readonly #flowsTo = new Map<number, Set<number>>();
  /** Live broadcasts by the control they start from. */
  readonly #sweeping = new Map<number, Transition[]>();
  /** Arcs by the place, at their control, that they wait for. */
  readonly #waiting = new Map<number, Transition[]>();

  constructor(
    readonly markable: MarkablePlaces,
    readonly places: number,
    readonly out: (control: number) => Iterable<Transition>,
  ) {}

  run(): void {
    for (let control = this.#worklist.take(); control !== undefined; control = this.#worklist.take()) {
      const fresh = this.#fresh[control] ?? [];
      this.#fresh[control] = undefined;
      if (this.#closed.delete(control)) {
        for (const arc of this.out(control)) this.#await(arc);
        continue;
      }
      for (const next of this.#flowsTo.get(control) ?? []) for (const place of fresh) this.mark(next, place);
      for (const arc of this.#sweeping.get(control) ?? []) for (const place of fresh) this.#sweep(arc, place);
      for (const place of fresh) this.#wake(control, place);
    }
  }

  reach(control: number): void {
    if (!this.markable.reach(control)) return;
    this.#closed.add(control);
    this.#worklist.add(control);
  }

  mark(control: number, place: number): void {
    if (!this.markable.mark(control, place)) return;
    const fresh = this.#fresh[control];
    if (fresh) fresh.push(place);
    else {
      this.#fresh[control] = [place];
      this.#worklist.add(control);
    }
  }

  #wake(control: number, place: number): void {
    const key = control * this.places + place;
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    this.#waiting.delete(key);
    for (const arc of waiting) this.#await(arc);
  }

  /** Fires the arc, or lets it wait for a place it needs. */
  #await(arc: Transition): void {
    const missing = this.markable.missing(arc.from, arc.hurdle);
    if (missing < 0) this.#fire(arc);
    else append(this.#waiting, arc.from * this.places + missing, arc);
  }

  #fire(arc: Transition): void {
    const { from, to, effect, broadcast } = arc;
    this.reach(to);
    for (let i = 0; i < effect.length; i += 2) if (effect[i + 1]! > 0) this.mark(to, effect[i]!);
    for (let i = 0; i < (broadcast?.give.length ?? 0); i += 2) this.mark(to, broadcast!.give[i]!);
    for (const { place } of broadcast?.sweeps ?? []) if (this.markable.has(from, place)) this.#sweep(arc, place);
    if (broadcast) append(this.#sweeping, from, arc);
    if (from !== to) this.#flow(from, to);
  }

  /** Once for all arcs between the two. */
  #flow(from: number, to: number): void {
    const known = this.#flowsTo.get(from);
    if (known?.has(to)) return;
    if (known) known.add(to);
    else this.#flowsTo.set(from, new Set([to]));
    this.markable.beyond(from, to, (place) => this.mark(to, place));
  }

  #sweep({ to, broadcast }: Transition, place: number): void {
    for (const sweep of broadcast!.sweeps) if (sweep.place === place) for (const next of sweep.to) this.mark(to, next);
  }
}

function append<T>(map: Map<number, T[]>, key: number, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
