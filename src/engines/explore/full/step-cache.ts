// What threads can do, remembered: a step whose action looks at nothing but its own thread does the same in every state with
// that thread, and one that also looks at memory in every state with that thread and memory. Others may keep a thread from
// taking a lock or from joining, but what it then does is its own affair: only whether it can is asked anew. Every other
// step, and every step under a scheduling that is not preemptive, is taken anew. All steps are those of step.ts.

import { PairTable } from '../../../base/integers/pair-table.js';
import type { StepEvent } from '../../../model/program/event.js';
import { isTimed, type Move, movesOfThread, nextEdges } from '../../../model/program/moves.js';
import type { Action, Program } from '../../../model/program/program.js';
import type { State, Thread } from '../../../model/program/state.js';
import type { Failure } from '../../../model/program/step.js';
import { takeStep } from '../../../verdict/program-run.js';
import type { StateParts } from './state-parts.js';

/** A step of a thread with what it makes of the thread and of memory. */
export interface CachedStep {
  readonly move: Move;
  readonly event: StepEvent;
  readonly failure: Failure | undefined;
  readonly thread: number;
  /** Undefined if the step leaves memory alone, whatever memory it is taken in. */
  readonly memory: number | undefined;
}

/** What the next steps of a thread depend on and change. */
type Reach = 'nothing to do' | 'thread' | 'thread, if it can' | 'memory' | 'state';

export class StepCache {
  readonly #reach: Reach[] = [];
  readonly #ofThread: (readonly CachedStep[])[] = [];
  readonly #pairs = new PairTable();
  readonly #ofPair: (readonly CachedStep[])[] = [];

  constructor(
    readonly program: Program,
    readonly parts: StateParts,
  ) {}

  /** The steps of the thread at a position, undefined if they depend on more than its own part and memory. */
  steps(thread: number, memory: number, position: number, stateOf: () => State): readonly CachedStep[] | undefined {
    this.#reach[thread] ??= reachOf(this.program, this.parts.threadOf(thread));
    switch (this.#reach[thread]) {
      case 'nothing to do':
        return none;
      case 'state':
        return undefined;
      case 'thread':
        this.#ofThread[thread] ??= this.#take(position, stateOf(), false);
        return this.#ofThread[thread];
      case 'thread, if it can':
        if (movesOfThread(this.program, stateOf(), position).length === 0) return none;
        this.#ofThread[thread] ??= this.#take(position, stateOf(), false);
        return this.#ofThread[thread];
      case 'memory': {
        const pair = this.#pairs.intern(thread, memory);
        this.#ofPair[pair] ??= this.#take(position, stateOf(), true);
        return this.#ofPair[pair];
      }
    }
  }

  #take(position: number, state: State, usesMemory: boolean): CachedStep[] {
    return movesOfThread(this.program, state, position).map((move) => {
      const step = takeStep(this.program, state, move);
      const thread = this.parts.thread(step.after.threads[position]!);
      const { event, failure } = step;
      const memory = usesMemory ? this.parts.memory(step.after) : undefined;
      return { move, event, failure, thread, memory };
    });
  }
}

const none: readonly CachedStep[] = [];

function reachOf(program: Program, thread: Thread): Reach {
  if (program.scheduling !== 'preemptive') return 'state';
  switch (thread.status.kind) {
    case 'ended':
    case 'wrong':
      return 'nothing to do';
    case 'waiting':
      return isTimed(program, thread) ? 'state' : 'nothing to do';
    case 'notified':
    case 'awaiting':
    case 'external':
    case 'blocked':
    case 'queued':
    case 'deferred':
      return 'state';
    case 'ready': {
      const reaches = nextEdges(program, thread).map(({ action }) => reachOfAction(action));
      if (reaches.length === 1) return reaches[0]!;
      if (reaches.includes('thread, if it can')) return 'state';
      return reaches.includes('state') ? 'state' : reaches.includes('memory') ? 'memory' : 'thread';
    }
  }
}

function reachOfAction(action: Action): Reach {
  switch (action.kind) {
    case 'skip':
    case 'assign':
    case 'choose':
    case 'assume':
    case 'assert':
    case 'begin-unit':
    case 'end-unit':
    case 'call':
    case 'return':
    case 'label':
    case 'release':
      return 'thread';
    case 'read':
    case 'write':
    case 'update':
    case 'allocate':
    case 'allocate-array':
      return 'memory';
    case 'acquire':
      return 'thread, if it can';
    case 'join':
      return action.into === undefined ? 'thread, if it can' : 'state'; // the result is the other thread's
    default:
      return 'state';
  }
}
