// The path of one thread, run alone on the program's own semantics. Threads that meet at nothing but locks do the same
// whoever runs beside them, so a path is run once for all executions that it is part of: what is left to see for each of
// those is who holds which lock when (interleaved-run.ts).

import type { Action, Edge, Program } from '../../../model/program/program.js';
import type { Address, State, Thread } from '../../../model/program/state.js';
import { type ProgramRun, type RunStep, takeStep } from '../../../verdict/program-run.js';
import { type AccessStep, unitAccesses } from '../../../verdict/unit-accesses.js';
import type { LiftedPath, LiftedStep } from './lift.js';
import { concernsOthers, moveAlong } from './moves-along.js';

/** What a step needs of others: a lock that nobody else holds, or holds otherwise than shared. */
export interface Wanted {
  readonly lock: Address;
  readonly shared: boolean;
}

export interface LoneRun {
  /** The locks that the thread holds before the first step, and after each. */
  readonly held: readonly Thread['held'][];
  /** By step; undefined where it wants nothing. */
  readonly wanted: readonly (Wanted | undefined)[];
  /** The accesses of the units that the pattern's accesses belong to. */
  readonly accesses: readonly AccessStep[];
}

/** Where some path has led a thread: the step to here, and from here on. */
interface Place {
  readonly state: State;
  readonly step: RunStep | undefined;
  readonly wanted: Wanted | undefined;
  /** Undefined behind steps that are not possible, or depend on others in another way than by locks. */
  readonly next: Map<Edge, Place | undefined>;
}

/** Steps that are kept: then all are forgotten. */
const mostPlaces = 50_000;

/** Most paths begin like others, and the steps that they share are taken once: the places form a tree. */
export class LoneRuns {
  readonly #starts = new Map<Thread, Place>();
  #places = 0;

  constructor(readonly program: Program) {}

  /** `path`, run by a thread from `initial`; undefined if that is not possible without others. */
  run(initial: State, thread: number, path: LiftedPath): LoneRun | undefined {
    if (this.#places > mostPlaces) this.#forget();
    const start = initial.threads[thread]!;
    let place: Place | undefined = this.#starts.get(start) ?? startAt(initial);
    this.#starts.set(start, place);
    const steps: RunStep[] = [];
    const held = [start.held];
    const wanted: (Wanted | undefined)[] = [];
    for (const lifted of path.steps) {
      if (lifted.takes.length + lifted.gives.length > 0 || !isLone(lifted.edge.action)) return undefined;
      place = place.next.get(lifted.edge) ?? this.#go(place, thread, lifted);
      if (!place) return undefined;
      steps.push(place.step!);
      held.push(place.state.threads[thread]!.held);
      wanted.push(place.wanted);
    }
    return { held, wanted, accesses: accessesOf({ program: this.program, initial, steps }, path) };
  }

  #go(from: Place, thread: number, lifted: LiftedStep): Place | undefined {
    const move = moveAlong(this.program, from.state, thread, lifted);
    const step = move && takeStep(this.program, from.state, move);
    const isOwn = step !== undefined && !concernsOthers(step);
    const place = isOwn ? { state: step.after, step, wanted: wantedBy(step), next: new Map() } : undefined;
    from.next.set(lifted.edge, place);
    this.#places++;
    return place;
  }

  #forget(): void {
    this.#starts.clear();
    this.#places = 0;
  }
}

function startAt(state: State): Place {
  return { state, step: undefined, wanted: undefined, next: new Map() };
}

/** Of the units that the pattern's accesses belong to. */
function accessesOf(run: ProgramRun, path: LiftedPath): AccessStep[] {
  const accesses = unitAccesses(run);
  const units = new Set(accesses.filter(({ step }) => path.steps[step]!.matches).map(({ unit }) => unit));
  return accesses.filter(({ unit }) => units.has(unit));
}

function wantedBy({ event }: RunStep): Wanted | undefined {
  if (event.kind !== 'acquire' || !event.outermost) return undefined;
  return { lock: event.lock, shared: event.shared === true };
}

const loneActions: ReadonlySet<Action['kind']> = new Set([
  'skip',
  'read',
  'write',
  'update',
  'assign',
  'choose',
  'assume',
  'acquire',
  'release',
  'begin-unit',
  'end-unit',
  'call',
  'return',
  'label',
]);

/** Does the action depend on nothing but the thread itself, locks, and memory that nobody changes? */
function isLone(action: Action): boolean {
  return loneActions.has(action.kind);
}
