// The mutable state of a reduction: arcs between controls, the start, what is known to be omega, and the events that a
// witness must replay before the arcs begin.

import { type Marking, sameMarking, without } from '../../../model/petri/marking.js';
import type { Problem } from '../problem.js';
import type { Arc } from './arc.js';

/** What was done to the start, in the order in which a run must do it. */
export type StartEvent =
  /** `arc` was the only thing that could happen. */
  | { readonly kind: 'advance'; readonly arc: Arc }
  /** A round trip adds to `place`, as often as one likes; `count` tokens are there without it. Its last arc comes first. */
  | { readonly kind: 'pump'; readonly place: number; readonly count: number; readonly trip: () => readonly Arc[] };

export class Workspace {
  readonly out: Set<Arc>[];
  readonly into: Set<Arc>[];
  readonly events: StartEvent[] = [];
  /** Flags of the places that hold as many tokens as one likes, from the start on. */
  readonly omega: Uint8Array;
  /** Flags of the places that arcs no longer mention: omega, or never asked for. */
  readonly forgotten: Uint8Array;
  /** Flags of the controls that were merged away or advanced over. */
  readonly passed: Uint8Array;
  start: number;
  /** Tokens at the start outside of omega. */
  marking: Marking;
  arcs = 0;

  constructor(readonly problem: Problem) {
    const { controls, places, start, transitions } = problem;
    this.out = Array.from({ length: controls }, () => new Set());
    this.into = Array.from({ length: controls }, () => new Set());
    this.omega = new Uint8Array(places);
    this.passed = new Uint8Array(controls);
    for (const place of start.unbounded) this.omega[place] = 1;
    this.forgotten = this.omega.slice();
    this.start = start.control;
    this.marking = without(start.marking, this.omega);
    transitions.forEach(({ from, to, hurdle, effect }, word) => {
      this.add({ from, to, hurdle: without(hurdle, this.omega), effect: without(effect, this.omega), word });
    });
  }

  add(arc: Arc): void {
    if (isIdle(arc) || this.#isKnown(arc)) return;
    this.out[arc.from]!.add(arc);
    this.into[arc.to]!.add(arc);
    this.arcs++;
  }

  remove(arc: Arc): void {
    if (!this.out[arc.from]!.delete(arc)) return;
    this.into[arc.to]!.delete(arc);
    this.arcs--;
  }

  *allArcs(): Generator<Arc> {
    for (const arcs of this.out) yield* arcs;
  }

  /** Forgets the flagged places in all arcs, and the arcs that then do nothing. */
  forget(flagged: Uint8Array): void {
    this.marking = without(this.marking, flagged);
    flagged.forEach((flag, place) => {
      if (flag) this.forgotten[place] = 1;
    });
    for (const arc of this.allArcs()) {
      arc.hurdle = without(arc.hurdle, flagged);
      arc.effect = without(arc.effect, flagged);
      if (isIdle(arc)) this.remove(arc);
    }
  }

  /** Is there the same arc already? Looks at a few only: it is no must. */
  #isKnown({ from, to, hurdle, effect }: Arc): boolean {
    const candidates = this.out[from]!.size < this.into[to]!.size ? this.out[from]! : this.into[to]!;
    if (candidates.size > 40) return false;
    for (const other of candidates) {
      if (other.from !== from || other.to !== to) continue;
      if (sameMarking(other.hurdle, hurdle) && sameMarking(other.effect, effect)) return true;
    }
    return false;
  }
}

/** A loop that gains nothing. */
function isIdle({ from, to, effect }: Arc): boolean {
  if (from !== to) return false;
  for (let i = 1; i < effect.length; i += 2) if (effect[i]! > 0) return false;
  return true;
}
