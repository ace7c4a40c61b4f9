// Happens-before of a trace by full vector clocks (obligations R1 to R4), written down as the definition says. Every event
// ticks its thread's clock (R1); release and acquire of a lock, fork, join, and volatile write and read join clocks, nothing
// else does (R2); an access is compared with every thread's last write of the variable, a write also with every thread's
// last read (R3: an older access of the same thread happens before the newer one). Time events x threads.

import { ChosenEvents } from '../../model/traces/chosen-events.js';
import type { TraceVisitor } from '../../model/traces/trace-steps.js';

/** Per thread: how many of its events are known. */
type Clock = number[];

export class FullClocks implements TraceVisitor {
  readonly #threads: Clock[] = [];
  /** Locks and volatile variables, which have numbers of their own. */
  readonly #syncs: Clock[] = [];
  readonly #reads: Clock[] = [];
  readonly #writes: Clock[] = [];
  /** Variables that race, and the first access of each that does. */
  readonly racing = new Map<number, number>();
  /** Events whose order is asked for: after the earlier one, its thread and clock. */
  readonly #asked = new Map<number, { readonly thread: number; readonly time: number; readonly known: Clock }>();

  readonly #askedEvents: ChosenEvents;

  constructor(asked: Iterable<number> = []) {
    this.#askedEvents = new ChosenEvents(asked);
  }

  /** Does the earlier event happen before the later one? Undefined when the trace does not have both. */
  isBefore(earlier: number, later: number): boolean | undefined {
    const [first, second] = [this.#asked.get(earlier), this.#asked.get(later)];
    return first && second && (second.known[first.thread] ?? 0) >= first.time;
  }

  read(thread: number, variable: number, event: number): void {
    const now = this.#tick(thread, event);
    if (!knowsAll(now, this.#writes[variable])) this.#race(variable, event);
    (this.#reads[variable] ??= [])[thread] = now[thread]!;
  }

  write(thread: number, variable: number, event: number): void {
    const now = this.#tick(thread, event);
    if (!knowsAll(now, this.#writes[variable]) || !knowsAll(now, this.#reads[variable])) this.#race(variable, event);
    (this.#writes[variable] ??= [])[thread] = now[thread]!;
  }

  /** The memory is new: earlier accesses were to something else. */
  allocate(thread: number, variable: number, event: number): void {
    this.#tick(thread, event);
    this.#reads[variable] = [];
    this.#writes[variable] = [];
  }

  acquire(thread: number, lock: number, event: number): void {
    this.#learn(this.#clockOf(thread), this.#syncs[lock]);
    this.#tick(thread, event);
  }

  release(thread: number, lock: number, event: number): void {
    this.#learn((this.#syncs[lock] ??= []), this.#tick(thread, event));
  }

  fork(thread: number, child: number, event: number): void {
    this.#learn(this.#clockOf(child), this.#tick(thread, event));
  }

  join(thread: number, child: number, event: number): void {
    this.#learn(this.#clockOf(thread), this.#threads[child]);
    this.#tick(thread, event);
  }

  volatileRead(thread: number, volatile: number, event: number): void {
    this.acquire(thread, volatile, event);
  }

  volatileWrite(thread: number, volatile: number, event: number): void {
    this.release(thread, volatile, event);
  }

  other(thread: number, event: number): void {
    this.#tick(thread, event);
  }

  /** Asked in the order of the events. */
  protected isAsked(event: number): boolean {
    return this.#askedEvents.has(event);
  }

  #race(variable: number, event: number): void {
    if (!this.racing.has(variable)) this.racing.set(variable, event);
  }

  #clockOf(thread: number): Clock {
    return (this.#threads[thread] ??= []);
  }

  #tick(thread: number, event: number): Clock {
    const clock = this.#clockOf(thread);
    clock[thread] = (clock[thread] ?? 0) + 1;
    if (this.isAsked(event)) this.#asked.set(event, { thread, time: clock[thread]!, known: [...clock] });
    return clock;
  }

  #learn(into: Clock, from: Clock | undefined): void {
    from?.forEach((time, thread) => {
      if (time > (into[thread] ?? 0)) into[thread] = time;
    });
  }
}

function knowsAll(now: Clock, accesses: Clock | undefined): boolean {
  if (accesses) for (let u = 0; u < accesses.length; u++) if ((accesses[u] ?? 0) > (now[u] ?? 0)) return false;
  return true;
}
