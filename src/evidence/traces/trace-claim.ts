// What can be claimed about two events of a trace, and the pass that checks it: every thread and synchronisation object
// has a vector clock; of each claimed variable every thread's last read and write are kept.

import { ThreadClocks } from '../../logic/happens-before/thread-clocks.js';
import type { TraceNames } from '../../model/traces/trace-event.js';
import type { TraceVisitor } from '../../model/traces/trace-steps.js';

interface ClaimedAccess {
  readonly event: number;
  readonly thread: string;
  readonly op: 'r' | 'w';
}

export type TraceClaim =
  /** The accesses race, and the later one is the first of the variable that does. */
  | {
      readonly kind: 'race';
      readonly variable: string;
      readonly earlier: ClaimedAccess;
      readonly later: ClaimedAccess;
      readonly conflicts: 'read-write' | 'any';
    }
  /** The accesses are there; `unordered`: and nothing orders them. */
  | {
      readonly kind: 'discipline';
      readonly variable: string;
      readonly earlier: ClaimedAccess;
      readonly later: ClaimedAccess;
      readonly unordered: boolean;
    }
  /** The earlier event does not happen before the later one. */
  | {
      readonly kind: 'order';
      readonly earlier: { readonly event: number };
      readonly later: { readonly event: number };
    };

/** An event that a claim names, as the trace has it. */
interface Seen {
  readonly thread: number;
  readonly clock: number;
  /** What it accesses, if anything, in the words of claims: `T1 w x`. */
  readonly access: string;
}

/** Of one variable: the interval of each thread's last read and write, until the first race. */
interface History {
  readonly reads: Map<number, number>;
  readonly writes: Map<number, number>;
  readonly conflicts: 'read-write' | 'any';
  firstRace: number | undefined;
}

export class ClaimChecker implements TraceVisitor {
  readonly #clocks = new ThreadClocks();
  readonly #seen = new Map<number, Seen | undefined>();
  readonly #due = new Map<number, TraceClaim[]>();
  readonly #unordered = new Map<TraceClaim, boolean>();
  readonly #histories = new Map<number, History>();

  constructor(
    claims: readonly TraceClaim[],
    readonly names: TraceNames,
  ) {
    for (const claim of claims) this.#expect(claim);
  }

  /** Undefined when the pass has shown the claim, else what is wrong with it. */
  problemOf(claim: TraceClaim): string | undefined {
    const { earlier, later } = claim;
    if (!this.#seen.get(earlier.event) || !this.#seen.get(later.event)) return 'the trace does not have these events';
    if (claim.kind !== 'order') {
      const problem =
        this.#accessProblem(claim.earlier, claim.variable) ?? this.#accessProblem(claim.later, claim.variable);
      if (problem) return problem;
    }
    if (claim.kind === 'race' && !conflict(claim.earlier, claim.later, claim.conflicts))
      return 'two reads do not conflict';
    const mustBeUnordered = claim.kind !== 'discipline' || claim.unordered;
    if (mustBeUnordered && !this.#unordered.get(claim))
      return `event ${earlier.event} happens before event ${later.event}`;
    return claim.kind === 'race' ? this.#firstProblem(claim) : undefined;
  }

  read(thread: number, variable: number, event: number): void {
    this.#accessed('r', thread, variable, event);
  }

  write(thread: number, variable: number, event: number): void {
    this.#accessed('w', thread, variable, event);
  }

  acquire(thread: number, lock: number, event: number): void {
    this.#observe(thread, event, '', () => this.#clocks.acquire(thread, lock));
  }

  release(thread: number, lock: number, event: number): void {
    this.#observe(thread, event, '', () => this.#clocks.release(thread, lock));
  }

  fork(thread: number, child: number, event: number): void {
    this.#observe(thread, event, '', () => this.#clocks.fork(thread, child));
  }

  join(thread: number, child: number, event: number): void {
    this.#observe(thread, event, '', () => this.#clocks.join(thread, child));
  }

  volatileRead(thread: number, volatile: number, event: number): void {
    this.acquire(thread, volatile, event);
  }

  volatileWrite(thread: number, volatile: number, event: number): void {
    this.release(thread, volatile, event);
  }

  allocate(thread: number, variable: number, event: number): void {
    this.#observe(thread, event, '', () => {});
    const history = this.#histories.get(variable);
    history?.reads.clear();
    history?.writes.clear();
  }

  other(thread: number, event: number): void {
    this.#observe(thread, event, '', () => {});
  }

  #expect(claim: TraceClaim): void {
    const { earlier, later } = claim;
    this.#seen.set(earlier.event, undefined).set(later.event, undefined);
    this.#due.set(later.event, [...(this.#due.get(later.event) ?? []), claim]);
    if (claim.kind !== 'race') return;
    const history = { reads: new Map(), writes: new Map(), conflicts: claim.conflicts, firstRace: undefined };
    this.#histories.set(this.names.variables.internText(claim.variable), history);
  }

  #accessed(op: 'r' | 'w', thread: number, variable: number, event: number): void {
    const history = this.#histories.get(variable);
    if (history) this.#remember(history, op, thread, event);
    if (this.#seen.has(event)) this.#observe(thread, event, this.#words(op, thread, variable), () => {});
  }

  /** Notes a named event as it is before its own effect, then settles the claims that end with it. */
  #observe(thread: number, event: number, access: string, effect: () => void): void {
    if (!this.#seen.has(event)) return effect();
    this.#seen.set(event, { thread, clock: this.#clocks.now(thread), access });
    effect();
    for (const claim of this.#due.get(event) ?? []) {
      const earlier = this.#seen.get(claim.earlier.event);
      this.#unordered.set(claim, earlier !== undefined && !this.#clocks.knows(thread, earlier.thread, earlier.clock));
    }
  }

  #remember(history: History, op: 'r' | 'w', thread: number, event: number): void {
    if (history.firstRace !== undefined) return;
    const readsConflict = op === 'w' || history.conflicts === 'any';
    const races =
      this.#anyUnordered(history.writes, thread) || (readsConflict && this.#anyUnordered(history.reads, thread));
    if (races) history.firstRace = event;
    else (op === 'r' ? history.reads : history.writes).set(thread, this.#clocks.now(thread));
  }

  #anyUnordered(past: ReadonlyMap<number, number>, thread: number): boolean {
    for (const [other, clock] of past) if (!this.#clocks.knows(thread, other, clock)) return true;
    return false;
  }

  #accessProblem({ event, thread, op }: ClaimedAccess, variable: string): string | undefined {
    const claimed = `${thread} ${op} ${variable}`;
    return this.#seen.get(event)?.access === claimed ? undefined : `event ${event} is not ${claimed}`;
  }

  #firstProblem({ variable, later }: TraceClaim & { kind: 'race' }): string | undefined {
    const first = this.#histories.get(this.names.variables.findText(variable))?.firstRace;
    return first === later.event ? undefined : `the first racing access of ${variable} is event ${first}`;
  }

  #words(op: 'r' | 'w', thread: number, variable: number): string {
    return `${this.names.threads.text(thread)} ${op} ${this.names.variables.text(variable)}`;
  }
}

function conflict(earlier: ClaimedAccess, later: ClaimedAccess, conflicts: 'read-write' | 'any'): boolean {
  return conflicts === 'any' || earlier.op === 'w' || later.op === 'w';
}
