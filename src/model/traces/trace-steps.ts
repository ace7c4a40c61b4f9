// The concrete semantics of traces: which events are possible, and what they mean to an analysis. Only the outermost
// acquire and release of a reentrant lock reach the visitor; wait(m) gives the lock up and takes it back just before
// the thread's next event (nobody else can have held it between that event and the true return from wait). Paper 001,
// section 3; theory note on impossible events.

import { grownTo } from '../../base/integers/typed-array.js';
import type { AccessFilter } from './access-filter.js';
import type { EventBatch } from './event-batch.js';
import { Op } from './trace-event.js';

/** An analysis of a trace. `event` counts from 1 and only grows. */
export interface TraceVisitor {
  read(thread: number, variable: number, event: number): void;
  write(thread: number, variable: number, event: number): void;
  acquire(thread: number, lock: number, event: number): void;
  release(thread: number, lock: number, event: number): void;
  fork(thread: number, child: number, event: number): void;
  join(thread: number, child: number, event: number): void;
  volatileRead(thread: number, volatile: number, event: number): void;
  volatileWrite(thread: number, volatile: number, event: number): void;
  /** The variable's memory is new: earlier accesses were to something else. */
  allocate(thread: number, variable: number, event: number): void;
  /** An event that neither accesses nor orders: begin, notify, a nested acquire. */
  other(thread: number, event: number): void;
}

/** Why an event cannot have happened. `other` is the thread or lock that the reason speaks of. */
export type Impossibility =
  | { readonly kind: 'release-not-held'; readonly lock: number }
  | { readonly kind: 'acquire-held'; readonly lock: number; readonly owner: number }
  | { readonly kind: 'after-join' }
  | { readonly kind: 'fork-of-known'; readonly child: number }
  | { readonly kind: 'join-of-itself' };

const ThreadState = { unseen: 0, running: 1, forked: 2, joined: 3, waiting: 4 } as const;
const NOBODY = -1;

export class TraceSteps {
  #state = new Uint8Array(16);
  #owner = new Int32Array(64).fill(NOBODY);
  #depth = new Int32Array(64);
  readonly #waits = new Map<number, { readonly lock: number; readonly depth: number }>();

  /** `filter`: the accesses that the visitor is told of; all without one. */
  constructor(
    readonly visitor: TraceVisitor,
    readonly filter?: AccessFilter,
  ) {}

  /** The event of the batch that is being performed, and the one after it. */
  index = 0;
  next = 0;

  /** Performs the events of a batch from `next` on, up to `end` or the first impossible one. */
  performBatch({ op, thread, target, firstEvent }: EventBatch, end: number): Impossibility | undefined {
    const { filter } = this;
    for (let index = this.next; index < end; index++) {
      // In a second pass most events are skipped: this loop is what they cost.
      if (filter && op[index]! <= Op.write && this.#state[thread[index]!] === ThreadState.running)
        if (!filter.passes(target[index]!, firstEvent + index)) continue;
      this.index = index;
      const problem = this.#step(op[index]!, thread[index]!, target[index]!, firstEvent + index);
      if (problem) {
        this.next = index + 1;
        return problem;
      }
    }
    this.next = end;
    return undefined;
  }

  /** Performs an event. An impossible one is reported, and taken at its word as far as that makes sense. */
  #step(op: number, thread: number, target: number, event: number): Impossibility | undefined {
    if (thread >= this.#state.length) this.#state = grownTo(this.#state, thread);
    if (this.#state[thread] === ThreadState.running) return this.#perform(op, thread, target, event);
    const wait = this.#waits.get(thread);
    const problem = this.#resume(thread, event);
    // The acquire that a recorder writes when wait returns is the return itself, not a nested acquire.
    if (wait !== undefined && op === Op.acquire && target === wait.lock) return problem;
    return this.#perform(op, thread, target, event) ?? problem;
  }

  #perform(op: number, thread: number, target: number, event: number): Impossibility | undefined {
    const { visitor } = this;
    switch (op) {
      case Op.read:
        visitor.read(thread, target, event);
        return undefined;
      case Op.write:
        visitor.write(thread, target, event);
        return undefined;
      case Op.acquire:
        return this.#acquire(thread, target, event, 1);
      case Op.release:
        return this.#release(thread, target, event);
      case Op.fork:
        return this.#fork(thread, target, event);
      case Op.join:
        return this.#join(thread, target, event);
      case Op.volatileRead:
        visitor.volatileRead(thread, target, event);
        return undefined;
      case Op.volatileWrite:
        visitor.volatileWrite(thread, target, event);
        return undefined;
      case Op.wait:
        return this.#wait(thread, target, event);
      case Op.allocate:
        visitor.allocate(thread, target, event);
        return undefined;
      default:
        visitor.other(thread, event);
        return undefined;
    }
  }

  /** A thread's first event, its first one after waiting, or (impossible) one after it was joined. */
  #resume(thread: number, event: number): Impossibility | undefined {
    const state = this.#state[thread];
    const wait = this.#waits.get(thread);
    this.#state[thread] = ThreadState.running;
    if (wait === undefined) return state === ThreadState.joined ? { kind: 'after-join' } : undefined;
    this.#waits.delete(thread);
    return this.#acquire(thread, wait.lock, event, wait.depth);
  }

  #acquire(thread: number, lock: number, event: number, depth: number): Impossibility | undefined {
    this.#knowLock(lock);
    const owner = this.#owner[lock]!;
    if (owner === thread) {
      this.#depth[lock] = this.#depth[lock]! + depth;
      this.visitor.other(thread, event);
      return undefined;
    }
    this.#owner[lock] = thread;
    this.#depth[lock] = depth;
    this.visitor.acquire(thread, lock, event);
    return owner === NOBODY ? undefined : { kind: 'acquire-held', lock, owner };
  }

  #release(thread: number, lock: number, event: number): Impossibility | undefined {
    this.#knowLock(lock);
    if (this.#owner[lock] !== thread) return { kind: 'release-not-held', lock };
    const depth = this.#depth[lock]! - 1;
    this.#depth[lock] = depth;
    if (depth > 0) {
      this.visitor.other(thread, event);
      return undefined;
    }
    this.#owner[lock] = NOBODY;
    this.visitor.release(thread, lock, event);
    return undefined;
  }

  #wait(thread: number, lock: number, event: number): Impossibility | undefined {
    this.#knowLock(lock);
    if (this.#owner[lock] !== thread) return { kind: 'release-not-held', lock };
    this.#waits.set(thread, { lock, depth: this.#depth[lock]! });
    this.#state[thread] = ThreadState.waiting;
    this.#owner[lock] = NOBODY;
    this.visitor.release(thread, lock, event);
    return undefined;
  }

  #fork(thread: number, child: number, event: number): Impossibility | undefined {
    this.#state = grownTo(this.#state, child);
    const known = this.#state[child] !== ThreadState.unseen;
    if (!known) this.#state[child] = ThreadState.forked;
    this.visitor.fork(thread, child, event);
    return known ? { kind: 'fork-of-known', child } : undefined;
  }

  #join(thread: number, child: number, event: number): Impossibility | undefined {
    if (child === thread) return { kind: 'join-of-itself' };
    this.#state = grownTo(this.#state, child);
    this.#state[child] = ThreadState.joined;
    this.#waits.delete(child);
    this.visitor.join(thread, child, event);
    return undefined;
  }

  #knowLock(lock: number): void {
    if (lock < this.#owner.length) return;
    this.#owner = grownTo(this.#owner, lock, NOBODY);
    this.#depth = grownTo(this.#depth, lock);
  }
}
