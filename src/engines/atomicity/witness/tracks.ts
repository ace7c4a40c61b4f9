// The paths of threads as scheduling sees them: which locks a step needs, which it leaves the thread with, and whether anybody has
// to be asked about it. Most steps concern nobody, so a search stops only at *stations*.

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
export interface Demand {
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
export interface Track {
  /** For each access of the pattern that the thread makes, its place in the pattern. */
  readonly order: readonly number[];
  readonly demands: readonly Demand[];
  /** Locks held, and events made, after so many steps. */
  readonly held: readonly ReadonlySet<number>[];
  readonly events: readonly number[];
  /** By position: the first station from there on. */
  readonly nextStation: Int32Array;
}

export const never = () => false;

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
export function trackOf(thread: ScheduledThread, cooperative: boolean): Track {
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
