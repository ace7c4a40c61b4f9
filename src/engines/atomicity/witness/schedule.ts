// Puts the paths of several processes into one execution: breadth-first over their positions, in layers of equal numbers
// of context switches, so the schedule has as few switches as these paths allow, and among those as few steps. Locks
// (all of them, with reentrancy) and the order of the pattern's accesses must be respected. That a schedule exists is
// the Decomposition Theorem; finding it by search costs at most the product of the path lengths.

import { derivedBy } from '../../../base/derived.js';
import { declaredLock } from '../../../model/program/program.js';
import type { LiftedStep } from './lift.js';

export interface ScheduledThread {
  readonly steps: readonly LiftedStep[];
  /** For each access that matches, its place in the order of the whole pattern. */
  readonly order: readonly number[];
  /** Start and end locks that it holds before its first step. */
  readonly owned?: readonly number[];
  /** Must this step (the end of an outermost unit, or another) not happen after so many accesses of the pattern? */
  readonly forbids?: (step: LiftedStep, endsUnit: boolean, events: number) => boolean;
}

/** What a step needs and does, as far as scheduling goes. */
interface Demand {
  /** The locks that must be free. */
  readonly needs: readonly number[];
  /** Its number among the accesses of the pattern that the thread makes, or -1. */
  readonly match: number;
  /** Another process may run before it (always true when preemptive). */
  readonly switchPoint: boolean;
  readonly isForbidden: (events: number) => boolean;
  /** The lock of whose waiting threads it wakes one, or all. */
  readonly notifies: { readonly lock: number; readonly all: boolean } | undefined;
  /** The lock that it was waiting on: somebody must have notified it. */
  readonly resumes: number | undefined;
  /** It is an acquisition, an access of the pattern, or restricted by it; or a cooperative switch point. */
  readonly mayWait: boolean;
}

/** A path as scheduling sees it. */
interface Track {
  /** For each access of the pattern that the thread makes, its place in the pattern. */
  readonly order: readonly number[];
  readonly demands: readonly Demand[];
  /** Locks held, and events made, after so many steps. */
  readonly held: readonly ReadonlySet<number>[];
  readonly events: readonly number[];
  /** By position: the first from there on where it matters that the thread gets there (`runFrom`). */
  readonly nextStation: Int32Array;
}

interface SearchNode {
  readonly positions: readonly number[];
  readonly runner: number;
  /** Threads that may leave their `wait`. */
  readonly notified: readonly number[];
  readonly from: SearchNode | undefined;
}

/** What was looked at: positions, who runs, who is notified. */
type Seen = Set<number | string>;

/** The indices of the threads in the order in which they step; undefined if there is no way. */
export function schedule(threads: readonly ScheduledThread[], cooperative: boolean): readonly number[] | undefined {
  const tracks = threads.map((thread) => trackOf(thread, cooperative));
  const total = threads.reduce((sum, thread) => sum + thread.order.length, 0);
  const seen: Seen = new Set();
  if (threads.length > 2) {
    const last = deepSearch(tracks, total, seen);
    return last && runnersOf(last);
  }
  let layer: SearchNode[] = threads.map((_, runner) => ({
    positions: threads.map(() => 0),
    runner,
    notified: [],
    from: undefined,
  }));
  while (layer.length > 0) {
    let best: SearchNode | undefined;
    const next: SearchNode[] = [];
    for (const start of layer) {
      for (const node of runFrom(tracks, start, seen)) {
        if (eventsAt(tracks, node.positions) === total && (!best || steps(node) < steps(best))) best = node;
        if (!maySwitch(tracks[node.runner]!, node.positions[node.runner]!)) continue;
        tracks.forEach((_, runner) => {
          if (runner !== node.runner) next.push({ ...node, runner, from: node });
        });
      }
    }
    if (best) return runnersOf(best);
    layer = next;
  }
  return undefined;
}

/** Depth first, each thread as far as it gets: for more than two threads the layers grow too large. */
function deepSearch(tracks: readonly Track[], total: number, seen: Seen): SearchNode | undefined {
  const start = { positions: tracks.map(() => 0), notified: [], from: undefined };
  const open: SearchNode[] = tracks.map((_, runner) => ({ ...start, runner }));
  for (let at = open.pop(); at; at = open.pop())
    for (const node of runFrom(tracks, at, seen)) {
      if (eventsAt(tracks, node.positions) === total) return node;
      if (!maySwitch(tracks[node.runner]!, node.positions[node.runner]!)) continue;
      for (const runner of tracks.keys()) if (runner !== node.runner) open.push({ ...node, runner, from: node });
    }
  return undefined;
}

/**
 * Where a thread can get when it runs on alone, as far as it matters: before steps that may have to wait (it never hurts
 * to put a switch off until then), after accesses of the pattern, and at the end.
 */
function* runFrom(tracks: readonly Track[], start: SearchNode, seen: Seen): Generator<SearchNode> {
  const { runner } = start;
  const track = tracks[runner]!;
  const positions = [...start.positions];
  let { notified } = start;
  let from = start;
  for (let position = positions[runner]!; ; position++) {
    position = track.nextStation[position]!;
    positions[runner] = position;
    const key = keyOf(tracks, positions, runner, notified);
    if (seen.has(key)) return;
    seen.add(key);
    from = { positions: [...positions], runner, notified, from };
    yield from;
    const demand = track.demands[position];
    if (!demand || !isPossible(tracks, positions, runner, demand)) return;
    if (demand.resumes !== undefined && !notified.includes(runner)) return;
    notified = notifiedAfter(tracks, positions, runner, demand, notified);
  }
}

/** Two threads that wait for nobody are the rule. */
function keyOf(
  tracks: readonly Track[],
  positions: readonly number[],
  runner: number,
  notified: readonly number[],
): number | string {
  if (positions.length !== 2 || notified.length > 0) return `${positions.join()} ${runner} ${notified.join()}`;
  return (positions[0]! * (tracks[1]!.demands.length + 1) + positions[1]!) * 2 + runner;
}

function notifiedAfter(
  tracks: readonly Track[],
  positions: readonly number[],
  runner: number,
  { notifies, resumes }: Demand,
  notified: readonly number[],
): readonly number[] {
  if (resumes !== undefined) return notified.filter((thread) => thread !== runner);
  if (!notifies) return notified;
  const isWaiting = (thread: number) => tracks[thread]!.demands[positions[thread]!]?.resumes === notifies.lock;
  const waiting = tracks.flatMap((_, thread) => (isWaiting(thread) && !notified.includes(thread) ? [thread] : []));
  return [...notified, ...(notifies.all ? waiting : waiting.slice(0, 1))].sort((a, b) => a - b);
}

function isPossible(tracks: readonly Track[], positions: readonly number[], runner: number, demand: Demand): boolean {
  if (demand.match !== -1 || demand.isForbidden !== never) {
    const events = eventsAt(tracks, positions);
    const { order } = tracks[runner]!;
    if (demand.match === -1 ? demand.isForbidden(events) : order[demand.match] !== events) return false;
  }
  return demand.needs.every((lock) =>
    tracks.every((track, other) => other === runner || !track.held[positions[other]!]!.has(lock)),
  );
}

function eventsAt(tracks: readonly Track[], positions: readonly number[]): number {
  return tracks.reduce((sum, track, i) => sum + track.events[positions[i]!]!, 0);
}

function maySwitch(track: Track, position: number): boolean {
  return position === 0 || (track.demands[position]?.switchPoint ?? true);
}

function steps(node: SearchNode): number {
  return node.positions.reduce((sum, position) => sum + position, 0);
}

function runnersOf(last: SearchNode): number[] {
  const runners: number[] = [];
  for (let node: SearchNode | undefined = last; node?.from; node = node.from) {
    const taken = node.positions[node.runner]! - node.from.positions[node.runner]!;
    for (let i = 0; i < taken; i++) runners.push(node.runner);
  }
  return runners.reverse();
}

const never = () => false;

/** A step that nobody has to be asked about: most are. */
const passes: Demand = {
  needs: [],
  match: -1,
  switchPoint: true,
  isForbidden: never,
  notifies: undefined,
  resumes: undefined,
  mayWait: false,
};
const goesOn: Demand = { ...passes, switchPoint: false };

/** Executions share paths, and with them all but the order of their accesses. */
function trackOf(thread: ScheduledThread, cooperative: boolean): Track {
  const { steps: path, order, forbids, owned = [] } = thread;
  const way = forbids || owned.length > 0 ? wayOf(thread, cooperative) : plainWay(path, cooperative);
  return { ...way, order };
}

const plainWay = derivedBy(String, (steps: readonly LiftedStep[], cooperative: boolean) =>
  wayOf({ steps, order: [] }, cooperative),
);

function wayOf({ steps: path, forbids, owned = [] }: ScheduledThread, cooperative: boolean): Omit<Track, 'order'> {
  let unitDepth = 0;
  const levels = new LockLevels(owned);
  const held: ReadonlySet<number>[] = [levels.held()];
  const events = [0];
  const demands = path.map((step, i): Demand => {
    const acquired = levels.apply(step);
    const needs = acquired === -1 ? step.takes : [...step.takes, acquired];
    const changes = 'lock' in step.edge.action || step.gives.length > 0;
    held.push(changes ? levels.held() : held[held.length - 1]!);
    const made = events[events.length - 1]!;
    events.push(made + (step.matches ? 1 : 0));
    const { kind } = step.edge.action;
    if (kind === 'begin-unit') unitDepth++;
    const endsUnit = kind === 'end-unit' && --unitDepth === 0;
    const isForbidden = forbids ? (count: number) => forbids(step, endsUnit, count) : never;
    const offers = acquired !== -1 || kind === 'yield' || kind === 'join';
    const match = step.matches ? made : -1;
    const notifies = notificationOf(step);
    const isTimed = step.edge.action.kind === 'wait' && step.edge.action.timed;
    const resumes = step.resumes && !isTimed ? acquired : undefined;
    const waits =
      needs.length > 0 || notifies !== undefined || match !== -1 || forbids !== undefined || (cooperative && offers);
    const mayWait = i === 0 || waits;
    if (!mayWait && !offers) return cooperative ? goesOn : passes;
    return { needs, match, switchPoint: !cooperative || offers, isForbidden, notifies, resumes, mayWait };
  });
  return { demands, held, events, nextStation: stationsOf(demands) };
}

/** Before steps that may have to wait, after accesses of the pattern, and at the end. */
function stationsOf(demands: readonly Demand[]): Int32Array {
  const next = new Int32Array(demands.length + 1).fill(demands.length);
  for (let position = demands.length - 1; position >= 0; position--) {
    const isStation = demands[position]!.mayWait || demands[position - 1]?.match !== -1;
    next[position] = isStation ? position : next[position + 1]!;
  }
  return next;
}

function notificationOf({ edge: { action } }: LiftedStep): Demand['notifies'] {
  const lock = action.kind === 'notify' ? declaredLock(action.lock) : undefined;
  return action.kind === 'notify' && lock !== undefined ? { lock, all: action.all } : undefined;
}

/** Levels of the locks one thread holds, with those it gives up while it waits. */
class LockLevels {
  readonly #levels = new Map<number, number>();
  readonly #waiting = new Map<number, number>();

  constructor(owned: readonly number[]) {
    for (const lock of owned) this.#levels.set(lock, 1);
  }

  held(): ReadonlySet<number> {
    return new Set(this.#levels.keys());
  }

  /** The lock that the step needs to be free, or -1. */
  apply({ edge: { action }, resumes, gives }: LiftedStep): number {
    for (const lock of gives) this.#levels.delete(lock);
    if (action.kind !== 'acquire' && action.kind !== 'release' && action.kind !== 'wait') return -1;
    const lock = declaredLock(action.lock);
    if (lock === undefined) return -1;
    const level = this.#levels.get(lock) ?? 0;
    if (action.kind === 'acquire' || resumes) {
      this.#set(lock, resumes ? this.#waiting.get(lock)! : level + 1);
      return level === 0 ? lock : -1;
    }
    if (action.kind === 'wait') this.#waiting.set(lock, level);
    this.#set(lock, action.kind === 'wait' ? 0 : level - 1);
    return -1;
  }

  #set(lock: number, level: number): void {
    if (level === 0) this.#levels.delete(lock);
    else this.#levels.set(lock, level);
  }
}
