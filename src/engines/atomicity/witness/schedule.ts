// Puts the paths of several processes into one execution: breadth-first over their positions, in layers of equal numbers
// of context switches, so the schedule has as few switches as these paths allow, and among those as few steps. Locks
// (all of them, with reentrancy) and the order of the pattern's accesses must be respected. That a schedule exists is
// the Decomposition Theorem; finding it by search costs at most the product of the path lengths. Executions are many
// and their searches short, so what a search has found are rows of integers.

import { IntList } from '../../../base/integers/int-list.js';
import { type Demand, never, type ScheduledThread, type Track, trackOf } from './tracks.js';

/** The indices of the threads in the order in which they step; undefined if there is no way. */
export function schedule(threads: readonly ScheduledThread[], cooperative: boolean): readonly number[] | undefined {
  const search = new Search(
    threads.map((thread) => trackOf(thread, cooperative)),
    threads.reduce((sum, thread) => sum + thread.order.length, 0),
  );
  const last = threads.length > 2 ? deepest(search) : fewestSwitches(search);
  return last === noRow ? undefined : search.runnersTo(last);
}

function fewestSwitches(search: Search): Row {
  for (let layer = search.starts(); layer.length > 0; ) {
    let best = noRow;
    const next: Row[] = [];
    for (const start of layer) {
      const first = search.size;
      const end = search.runFrom(start);
      for (let row = first; row < end; row++) {
        if (search.isComplete(row) && (best === noRow || search.steps(row) < search.steps(best))) best = row;
        search.switchAfter(row, next);
      }
    }
    if (best !== noRow) return best;
    layer = next;
  }
  return noRow;
}

/** Depth first, each thread as far as it gets: for more than two threads the layers grow too large. */
function deepest(search: Search): Row {
  const open = search.starts();
  for (let start = open.pop(); start !== undefined; start = open.pop()) {
    const first = search.size;
    const end = search.runFrom(start);
    for (let row = first; row < end; row++) {
      if (search.isComplete(row)) return row;
      search.switchAfter(row, open);
    }
  }
  return noRow;
}

/** A place of the search: who runs, the row it came from, where each thread is, and which may leave their `wait`. */
type Row = number;
const noRow: Row = -1;
const runnerAt = 0;
const fromAt = 1;
const placesAt = 2;

class Search {
  readonly #rows = new IntList(512);
  readonly #seen = new Set<number | string>();
  /** The places and the notified threads of the row that is looked at. */
  readonly #now: Int32Array;
  readonly #width: number;
  #size = 0;

  constructor(
    readonly tracks: readonly Track[],
    readonly total: number,
  ) {
    this.#now = new Int32Array(2 * tracks.length);
    this.#width = placesAt + this.#now.length;
  }

  get size(): number {
    return this.#size;
  }

  starts(): Row[] {
    return this.tracks.map((_, runner) => this.#add(runner, noRow));
  }

  /**
   * Adds where a thread can get when it runs on alone, as far as it matters: before steps that may have to wait (it never hurts
   * to put a switch off until then), after accesses of the pattern, and at the end.
   */
  runFrom(start: Row): number {
    const runner = this.#runner(start);
    const track = this.tracks[runner]!;
    const now = this.#now;
    this.#load(start);
    for (let from = start; ; now[runner]!++) {
      now[runner] = track.nextStation[now[runner]!]!;
      const key = this.#key(runner);
      if (this.#seen.has(key)) break;
      this.#seen.add(key);
      from = this.#add(runner, from);
      const demand = track.demands[now[runner]!];
      if (!demand || !this.#isPossible(runner, demand)) break;
      this.#notify(runner, demand);
    }
    return this.#size;
  }

  /** The same place with each other thread, if one may run there and that is new. */
  switchAfter(row: Row, found: Row[]): void {
    const runner = this.#runner(row);
    const place = this.#place(row, runner);
    if (place !== 0 && this.tracks[runner]!.demands[place]?.switchPoint === false) return;
    this.#load(row);
    for (let other = 0; other < this.tracks.length; other++)
      if (other !== runner && !this.#seen.has(this.#key(other))) found.push(this.#add(other, row));
  }

  isComplete(row: Row): boolean {
    let events = 0;
    for (let i = 0; i < this.tracks.length; i++) events += this.tracks[i]!.events[this.#place(row, i)]!;
    return events === this.total;
  }

  steps(row: Row): number {
    return this.tracks.reduce((sum, _, i) => sum + this.#place(row, i), 0);
  }

  runnersTo(last: Row): number[] {
    const runners: number[] = [];
    for (let row = last, from = this.#from(last); from !== noRow; row = from, from = this.#from(row)) {
      const runner = this.#runner(row);
      for (let i = this.#place(from, runner); i < this.#place(row, runner); i++) runners.push(runner);
    }
    return runners.reverse();
  }

  #add(runner: number, from: Row): Row {
    this.#rows.push(runner);
    this.#rows.push(from);
    for (let i = 0; i < this.#now.length; i++) this.#rows.push(this.#now[i]!);
    return this.#size++;
  }

  #load(row: Row): void {
    for (let i = 0; i < this.#now.length; i++) this.#now[i] = this.#rows.get(row * this.#width + placesAt + i);
  }

  #runner(row: Row): number {
    return this.#rows.get(row * this.#width + runnerAt);
  }

  #from(row: Row): Row {
    return this.#rows.get(row * this.#width + fromAt);
  }

  #place(row: Row, thread: number): number {
    return this.#rows.get(row * this.#width + placesAt + thread);
  }

  /** Two threads that wait for nobody are the rule. */
  #key(runner: number): number | string {
    const now = this.#now;
    if (now.length !== 4 || now[2] !== 0 || now[3] !== 0) return `${runner} ${now.join()}`;
    return (now[0]! * (this.tracks[1]!.demands.length + 1) + now[1]!) * 2 + runner;
  }

  #isPossible(runner: number, { match, isForbidden, needs, resumes }: Demand): boolean {
    if (match !== -1 || isForbidden !== never) {
      const events = this.#events();
      if (match === -1 ? isForbidden(events) : this.tracks[runner]!.order[match] !== events) return false;
    }
    for (const lock of needs) if (this.#isHeldByOthers(lock, runner)) return false;
    return resumes === undefined || this.#isNotified(runner);
  }

  #events(): number {
    let events = 0;
    for (let i = 0; i < this.tracks.length; i++) events += this.tracks[i]!.events[this.#now[i]!]!;
    return events;
  }

  #isHeldByOthers(lock: number, runner: number): boolean {
    for (let other = 0; other < this.tracks.length; other++)
      if (other !== runner && this.tracks[other]!.held[this.#now[other]!]!.has(lock)) return true;
    return false;
  }

  #isNotified(thread: number): boolean {
    return this.#now[this.tracks.length + thread] === 1;
  }

  /** What the step says to those who wait; whoever comes back from a `wait` has to be notified anew for the next. */
  #notify(runner: number, { notifies, resumes }: Demand): void {
    const flags = this.tracks.length;
    if (resumes !== undefined) this.#now[flags + runner] = 0;
    else if (notifies)
      for (const [thread, { demands }] of this.tracks.entries()) {
        if (this.#isNotified(thread) || demands[this.#now[thread]!]?.resumes !== notifies.lock) continue;
        this.#now[flags + thread] = 1;
        if (!notifies.all) return;
      }
  }
}
