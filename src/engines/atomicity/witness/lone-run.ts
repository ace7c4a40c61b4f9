// The path of one thread, run alone on the program's own semantics. Threads that meet at nothing but locks do the same
// whoever runs beside them, so a path is run once for all executions that it is part of: what is left to see for each of
// those is who holds which lock when (interleaved-run.ts).

import type { Action, Program } from '../../../model/program/program.js';
import type { Address, State, Thread } from '../../../model/program/state.js';
import { type RunStep, takeStep } from '../../../verdict/program-run.js';
import { type AccessStep, unitAccesses } from '../../../verdict/unit-accesses.js';
import type { LiftedPath } from './lift.js';
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

/** Undefined if a step is not possible, or depends on others in another way than by locks. */
export function runAlone(program: Program, initial: State, thread: number, path: LiftedPath): LoneRun | undefined {
  const steps: RunStep[] = [];
  let state = initial;
  for (const lifted of path.steps) {
    if (lifted.takes.length + lifted.gives.length > 0 || !isLone(lifted.edge.action)) return undefined;
    const move = moveAlong(program, state, thread, lifted);
    const step = move && takeStep(program, state, move);
    if (!step || concernsOthers(step)) return undefined;
    steps.push(step);
    state = step.after;
  }
  const accesses = unitAccesses({ program, initial, steps });
  const units = new Set(accesses.filter(({ step }) => path.steps[step]!.matches).map(({ unit }) => unit));
  return {
    held: [initial, ...steps.map(({ after }) => after)].map(({ threads }) => threads[thread]!.held),
    wanted: steps.map(wantedBy),
    accesses: accesses.filter(({ unit }) => units.has(unit)),
  };
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
