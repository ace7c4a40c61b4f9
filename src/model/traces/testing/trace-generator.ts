// Random possible traces: simulates threads that fork, join, lock, wait and access, so that every event can happen.

import type { Rng } from '../../../base/rng.js';
import type { NamedEvent } from './std-printer.js';

export interface TraceShape {
  readonly threads: number;
  readonly locks: number;
  readonly variables: number;
  readonly events: number;
  /** Also volatile variables, wait, reentrant locks, allocation and begin/end. */
  readonly extras?: boolean;
}

export function randomShape(rng: Rng, extras = false): TraceShape {
  return {
    threads: rng.between(3, 5),
    locks: rng.between(1, 4),
    variables: rng.between(1, 4),
    events: rng.between(5, 60),
    extras,
  };
}

export function randomTrace(rng: Rng, shape: TraceShape): NamedEvent[] {
  const simulation = new Simulation(rng, shape);
  const events: NamedEvent[] = [];
  for (let tries = 0; events.length < shape.events && tries < shape.events * 4; tries++) {
    const event = simulation.step();
    if (event) events.push({ ...event, location: String(rng.below(50)) });
  }
  return events;
}

class Simulation {
  readonly #running = new Set<string>();
  readonly #unstarted: string[] = [];
  readonly #joined = new Set<string>();
  readonly #owner = new Map<string, { thread: string; depth: number }>();
  /** Threads that are back from wait but have had no event since, with their lock. */
  readonly #returned = new Map<string, string>();
  readonly #waiting = new Map<string, { lock: string; depth: number }>();

  constructor(
    readonly rng: Rng,
    readonly shape: TraceShape,
  ) {
    for (let i = 0; i < shape.threads; i++)
      if (i === 0 || rng.chance(0.3)) this.#running.add(`T${i}`);
      else this.#unstarted.push(`T${i}`);
  }

  /** One event, or nothing when the chosen one cannot happen now. */
  step(): NamedEvent | undefined {
    if (this.#running.size === 0) return undefined;
    const thread = this.rng.pick([...this.#running]);
    if (!this.#wake(thread)) return undefined;
    const event = this.#eventOf(thread);
    if (event) this.#returned.delete(thread);
    return event;
  }

  #eventOf(thread: string): NamedEvent | undefined {
    const lock = `l${this.rng.below(this.shape.locks)}`;
    const variable = `x${this.rng.below(this.shape.variables)}`;
    const kind = this.rng.below(this.shape.extras ? 20 : 14);
    if (kind < 3) return { thread, op: 'r', target: variable };
    if (kind < 6) return { thread, op: 'w', target: variable };
    if (kind < 9) return this.#acquire(thread, lock);
    if (kind < 12) return this.#release(thread);
    if (kind === 12) return this.#fork(thread);
    if (kind === 13) return this.#join(thread);
    if (kind === 14) return { thread, op: 'vr', target: `v${this.rng.below(2)}` };
    if (kind === 15) return { thread, op: 'vw', target: `v${this.rng.below(2)}` };
    if (kind === 16) return this.#wait(thread);
    if (kind === 17) return this.rng.chance(0.3) ? { thread, op: 'new', target: variable } : undefined;
    if (kind === 18) return { thread, op: 'notify', target: lock };
    return { thread, op: 'begin' };
  }

  /** A waiting thread goes on only when its lock is free. */
  #wake(thread: string): boolean {
    const wait = this.#waiting.get(thread);
    if (!wait) return true;
    if (this.#owner.has(wait.lock)) return false;
    this.#owner.set(wait.lock, { thread, depth: wait.depth });
    this.#waiting.delete(thread);
    this.#returned.set(thread, wait.lock);
    return true;
  }

  #acquire(thread: string, lock: string): NamedEvent | undefined {
    const owner = this.#owner.get(lock);
    if (owner && (owner.thread !== thread || !this.shape.extras)) return undefined;
    // An acquire right after wait is the return from it.
    if (owner && this.#returned.get(thread) !== lock) owner.depth++;
    if (owner) return { thread, op: 'acq', target: lock };
    this.#owner.set(lock, { thread, depth: 1 });
    return { thread, op: 'acq', target: lock };
  }

  #release(thread: string): NamedEvent | undefined {
    const held = this.#heldBy(thread);
    if (held.length === 0) return undefined;
    const lock = this.rng.pick(held);
    const owner = this.#owner.get(lock)!;
    if (--owner.depth === 0) this.#owner.delete(lock);
    return { thread, op: 'rel', target: lock };
  }

  #wait(thread: string): NamedEvent | undefined {
    const held = this.#heldBy(thread);
    if (held.length === 0) return undefined;
    const lock = this.rng.pick(held);
    this.#waiting.set(thread, { lock, depth: this.#owner.get(lock)!.depth });
    this.#owner.delete(lock);
    return { thread, op: 'wait', target: lock };
  }

  #fork(thread: string): NamedEvent | undefined {
    const child = this.#unstarted.pop();
    if (child === undefined) return undefined;
    this.#running.add(child);
    return { thread, op: 'fork', target: child };
  }

  /** Joins a thread that holds no lock, or one joined before. */
  #join(thread: string): NamedEvent | undefined {
    const idle = [...this.#running].filter((other) => other !== thread && this.#heldBy(other).length === 0);
    const candidates = [...idle.filter((other) => !this.#waiting.has(other)), ...this.#joined];
    if (candidates.length === 0 || this.rng.chance(0.5)) return undefined;
    const child = this.rng.pick(candidates);
    this.#running.delete(child);
    this.#joined.add(child);
    return { thread, op: 'join', target: child };
  }

  #heldBy(thread: string): string[] {
    return [...this.#owner].filter(([, owner]) => owner.thread === thread).map(([lock]) => lock);
  }
}
