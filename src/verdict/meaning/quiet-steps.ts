// Witnesses of one program often begin with the same long ways of their threads, step object by step object. A step that changes
// nothing but its own thread depends on that thread and on the shared memory as they are, and on who else holds the lock it
// takes: taken once and found to show what it says, it is that step again wherever these are the same. Only for programs
// whose threads meet at locks and variables and nowhere else.

import { derived } from '../../base/derived.js';
import type { Action, Program } from '../../model/program/program.js';
import { type Address, isAvailable, type State, type Thread } from '../../model/program/state.js';
import type { RunStep } from '../program-run.js';
import type { WitnessStep } from '../witness.js';

interface QuietStep extends Pick<RunStep, 'move' | 'event'> {
  /** What it depends on. */
  readonly before: Thread;
  readonly shared: State['shared'];
  readonly heap: State['heap'];
  /** Must not be held by another thread. */
  readonly lock: Address | undefined;
  readonly after: Thread;
  /** As it was taken last. */
  taken: RunStep | undefined;
}

/** Steps that are remembered at most: those of one execution are never as many. */
const mostKnown = 200_000;

export class QuietSteps {
  readonly #known = new Map<WitnessStep, QuietStep>();

  /** Undefined: it has to be taken as any other step. */
  again(state: State, step: WitnessStep): RunStep | undefined {
    const known = this.#known.get(step);
    if (!known) return undefined;
    // Executions that begin alike are in the very same state: nothing has to be made anew.
    if (known.taken?.before === state) return known.taken;
    const { move, event, before, shared, heap, lock, after } = known;
    const id = move.thread;
    if (state.threads[id] !== before || state.shared !== shared || state.heap !== heap) return undefined;
    if (lock !== undefined && !isAvailable(state, lock, id, false)) return undefined;
    const next = { ...state, threads: state.threads.with(id, after) };
    known.taken = { before: state, move, event, after: next, shownAs: step };
    return known.taken;
  }

  /** A step that was taken just now, and shows what it says. */
  keep(step: WitnessStep, { before, after, move, event, failure }: RunStep): void {
    const id = move.thread;
    const isShared = after.shared !== before.shared || after.heap !== before.heap;
    if (isShared || failure || after.threads[id]!.status.kind !== 'ready' || move.kind !== 'edge') return;
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(step, {
      ...{ move, event, before: before.threads[id]!, after: after.threads[id]! },
      ...{ shared: before.shared, heap: before.heap, lock: event.kind === 'acquire' ? event.lock : undefined },
      taken: undefined,
    });
  }
}

/** Those of a program, if there are any to speak of. */
export const quietSteps = derived((program: Program): QuietSteps | undefined => {
  const actions = program.functions.flatMap(({ edges }) => edges.map(({ action }) => action));
  return program.scheduling === 'preemptive' && actions.every(concernsFew) ? new QuietSteps() : undefined;
});

function concernsFew(action: Action): boolean {
  switch (action.kind) {
    case 'skip':
    case 'label':
    case 'assign':
    case 'assume':
    case 'assert':
    case 'begin-unit':
    case 'end-unit':
    case 'call':
    case 'return':
      return true;
    case 'read':
    case 'write':
      return action.location.kind === 'variable';
    case 'acquire':
    case 'release':
      return !action.shared && !('attempt' in action);
    default:
      return false;
  }
}
