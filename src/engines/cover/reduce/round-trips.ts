// More places that can be filled at the start: over short words of arcs that the start's tokens enable, and that give them
// all back and add some (a thread takes a lock, passes a stage and returns the lock). Each arc enabled at the start is tried
// with a bounded search for arcs that bring back what is missing; what became omega may enable more.
// Linear in the arcs times the bounds.

import { type Marking, plus } from '../../../model/petri/marking.js';
import type { Arc } from './arc.js';
import type { Workspace } from './workspace.js';

const longestTrip = 5;
const mostTried = 40;

/** Returns whether something became omega. */
export function takeRoundTrips(workspace: Workspace): boolean {
  const trips = new RoundTrips(workspace);
  trips.run();
  if (trips.found.length === 0) return false;
  const flags = new Uint8Array(workspace.problem.places);
  for (const place of trips.found) flags[place] = 1;
  workspace.forget(flags);
  return true;
}

/** A word of arcs from the start, and what it has changed. */
interface Trip {
  readonly control: number;
  readonly change: Marking;
  readonly last: Arc;
  readonly before: Trip | undefined;
  readonly length: number;
}

class RoundTrips {
  readonly found: number[] = [];
  readonly #tokens = new Map<number, number>();
  readonly #asking = new Map<number, Arc[]>();
  readonly #queue: Arc[];

  constructor(readonly workspace: Workspace) {
    const { marking, start, out } = workspace;
    for (let i = 0; i < marking.length; i += 2) this.#tokens.set(marking[i]!, marking[i + 1]!);
    for (const arc of workspace.allArcs())
      for (let i = 0; i < arc.hurdle.length; i += 2) {
        const asking = this.#asking.get(arc.hurdle[i]!);
        if (asking) asking.push(arc);
        else this.#asking.set(arc.hurdle[i]!, [arc]);
      }
    this.#queue = [...out[start]!];
  }

  run(): void {
    for (const arc of this.#queue) {
      if (!this.#isEnabled(arc, [])) continue;
      const trip = this.#tripOver(arc);
      if (trip) this.#fill(trip);
    }
  }

  /** Breadth first: a word that starts with the arc and ends where it started, with no less anywhere and more somewhere. */
  #tripOver(arc: Arc): Trip | undefined {
    const queue: Trip[] = [{ control: arc.to, change: arc.effect, last: arc, before: undefined, length: 1 }];
    for (const trip of queue) {
      if (trip.control === this.workspace.start && this.#gains(trip.change)) return trip;
      if (trip.length >= longestTrip) continue;
      for (const next of this.#continuations(trip)) {
        if (queue.length >= mostTried) break;
        if (!this.#isEnabled(next, trip.change)) continue;
        const change = plus(trip.change, next.effect);
        queue.push({ control: next.to, change, last: next, before: trip, length: trip.length + 1 });
      }
    }
    return undefined;
  }

  /** Arcs that use what the trip has brought so far. */
  *#continuations({ control, change }: Trip): Generator<Arc> {
    for (let i = 0; i < change.length; i += 2) {
      if (change[i + 1]! <= 0) continue;
      for (const arc of this.#asking.get(change[i]!) ?? []) if (arc.from === control) yield arc;
    }
  }

  #isEnabled({ hurdle }: Arc, change: Marking): boolean {
    for (let i = 0, j = 0; i < hurdle.length; i += 2) {
      const place = hurdle[i]!;
      while (j < change.length && change[j]! < place) j += 2;
      const changed = change[j] === place ? change[j + 1]! : 0;
      if (!this.workspace.omega[place] && (this.#tokens.get(place) ?? 0) + changed < hurdle[i + 1]!) return false;
    }
    return true;
  }

  #gains(change: Marking): boolean {
    let gains = false;
    for (let i = 0; i < change.length; i += 2) {
      if (this.workspace.omega[change[i]!]) continue;
      if (change[i + 1]! < 0) return false;
      gains = true;
    }
    return gains;
  }

  #fill(trip: Trip): void {
    const { omega, events, start } = this.workspace;
    const { change } = trip;
    for (let i = 0; i < change.length; i += 2) {
      const place = change[i]!;
      if (change[i + 1]! <= 0 || omega[place]) continue;
      omega[place] = 1;
      this.found.push(place);
      events.push({ kind: 'pump', place, count: this.#tokens.get(place) ?? 0, trip: () => arcsOf(trip) });
      for (const arc of this.#asking.get(place) ?? []) if (arc.from === start) this.#queue.push(arc);
    }
  }
}

/** Last one first. */
function arcsOf(trip: Trip): Arc[] {
  const arcs: Arc[] = [];
  for (let at: Trip | undefined = trip; at; at = at.before) arcs.push(at.last);
  return arcs;
}
