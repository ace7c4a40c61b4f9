// Places that can be filled at the start as much as one likes. An arc is free if it has no hurdle (outside of omega). If a
// free arc lies on a round trip of free arcs from the start, the places it adds to become omega; then more arcs are free.
// A worklist of arcs that became free; the trees of ways there and back only grow. Linear in the arcs.

import type { Marking } from '../../../model/petri/marking.js';
import type { Arc } from './arc.js';
import type { Workspace } from './workspace.js';

/** Returns whether something became omega. */
export function pump(workspace: Workspace): boolean {
  const pumping = new Pumping(workspace);
  pumping.run();
  if (pumping.found.length === 0) return false;
  const flags = new Uint8Array(workspace.problem.places);
  for (const place of pumping.found) flags[place] = 1;
  workspace.forget(flags);
  return true;
}

/** Trees of free arcs towards and back to the start: the arc that enters, or leaves, each control. They only grow. */
interface FreeTrees {
  readonly to: Map<number, Arc>;
  readonly back: Map<number, Arc>;
}

class Pumping {
  readonly found: number[] = [];
  readonly #trees: FreeTrees = { to: new Map(), back: new Map() };
  readonly #isFree = new Set<Arc>();
  /** Arcs that became free, or whose ends became known to lie on ways there or back. */
  readonly #queue: Arc[] = [];
  /** By the place they ask for: the arcs that are not free. */
  readonly #asking = new Map<number, Arc[]>();
  readonly #tokens: ReadonlyMap<number, number>;

  constructor(readonly workspace: Workspace) {
    this.#tokens = tokensOf(workspace.marking);
    for (const arc of workspace.allArcs())
      if (arc.hurdle.length === 0) this.#free(arc);
      else
        for (let i = 0; i < arc.hurdle.length; i += 2) {
          const asking = this.#asking.get(arc.hurdle[i]!);
          if (asking) asking.push(arc);
          else this.#asking.set(arc.hurdle[i]!, [arc]);
        }
  }

  run(): void {
    // First in, first out, so that the ways there and back are short. The queue grows while it is read.
    for (const arc of this.#queue) {
      const { to, back } = this.#trees;
      if (this.#isThere(arc.from) && !this.#isThere(arc.to)) {
        to.set(arc.to, arc);
        this.#again(this.workspace.out[arc.to]!);
      }
      if (this.#leadsBack(arc.to) && !this.#leadsBack(arc.from)) {
        back.set(arc.from, arc);
        this.#again(this.workspace.into[arc.from]!);
      }
      if (this.#isThere(arc.from) && this.#leadsBack(arc.to)) this.#fill(arc);
    }
  }

  #isThere(control: number): boolean {
    return control === this.workspace.start || this.#trees.to.has(control);
  }

  #leadsBack(control: number): boolean {
    return control === this.workspace.start || this.#trees.back.has(control);
  }

  #free(arc: Arc): void {
    this.#isFree.add(arc);
    this.#queue.push(arc);
  }

  #again(arcs: Iterable<Arc>): void {
    for (const arc of arcs) if (this.#isFree.has(arc)) this.#queue.push(arc);
  }

  #fill(arc: Arc): void {
    const { omega, events } = this.workspace;
    for (let i = 0; i < arc.effect.length; i += 2) {
      const place = arc.effect[i]!;
      if (arc.effect[i + 1]! <= 0 || omega[place]) continue;
      omega[place] = 1;
      this.found.push(place);
      const trip = () => roundTrip(arc, this.#trees);
      events.push({ kind: 'pump', place, count: this.#tokens.get(place) ?? 0, trip });
      for (const asking of this.#asking.get(place) ?? []) if (this.#asksNothing(asking)) this.#free(asking);
    }
  }

  #asksNothing({ hurdle }: Arc): boolean {
    for (let i = 0; i < hurdle.length; i += 2) if (!this.workspace.omega[hurdle[i]!]) return false;
    return true;
  }
}

/** The arcs of a round trip from the start over `arc`, last one first. */
function roundTrip(arc: Arc, { to, back }: FreeTrees): Arc[] {
  const way: Arc[] = [];
  for (let step = back.get(arc.to); step; step = back.get(step.to)) way.push(step);
  way.reverse();
  way.push(arc);
  for (let step = to.get(arc.from); step; step = to.get(step.from)) way.push(step);
  return way;
}

function tokensOf(marking: Marking): Map<number, number> {
  const tokens = new Map<number, number>();
  for (let i = 0; i < marking.length; i += 2) tokens.set(marking[i]!, marking[i + 1]!);
  return tokens;
}
