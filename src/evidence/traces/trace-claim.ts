// What can be claimed about two events of a trace, and the pass that checks it: full vector clocks, as `holds` is checked by. An
// access to a variable that nobody claims to race, and that nobody shows, orders nothing and need not be told.

import type { TraceNames } from '../../model/traces/trace-event.js';
import { FullClocks } from './full-clocks.js';

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

export class ClaimChecker extends FullClocks {
  /** By claimed variable: which accesses of it conflict. */
  readonly #conflicts = new Map<number, 'read-write' | 'any'>();
  /** Of the events that claims name, in the words of claims: `T1 w x`. */
  readonly #accesses = new Map<number, string>();
  /** By claimed variable: since when it stands for other memory. */
  readonly #allocations = new Map<number, number[]>();

  constructor(
    claims: readonly TraceClaim[],
    readonly names: TraceNames,
  ) {
    super(claims.flatMap(({ earlier, later }) => [earlier.event, later.event]));
    for (const claim of claims)
      if (claim.kind === 'race') this.#conflicts.set(names.variables.internText(claim.variable), claim.conflicts);
  }

  /** Whose accesses are compared. */
  get variables(): Iterable<number> {
    return this.#conflicts.keys();
  }

  override read(thread: number, variable: number, event: number): void {
    this.#note('r', thread, variable, event);
    const conflicts = this.#conflicts.get(variable);
    if (conflicts === undefined) this.other(thread, event);
    else if (conflicts === 'any') super.write(thread, variable, event);
    else super.read(thread, variable, event);
  }

  override write(thread: number, variable: number, event: number): void {
    this.#note('w', thread, variable, event);
    if (this.#conflicts.has(variable)) super.write(thread, variable, event);
    else this.other(thread, event);
  }

  override allocate(thread: number, variable: number, event: number): void {
    super.allocate(thread, variable, event);
    if (!this.#conflicts.has(variable)) return;
    const known = this.#allocations.get(variable);
    if (known) known.push(event);
    else this.#allocations.set(variable, [event]);
  }

  #note(op: 'r' | 'w', thread: number, variable: number, event: number): void {
    if (!this.isAsked(event)) return;
    const { threads, variables } = this.names;
    this.#accesses.set(event, `${threads.text(thread)} ${op} ${variables.text(variable)}`);
  }

  /** Undefined when the pass has shown the claim, else what is wrong with it. */
  problemOf(claim: TraceClaim): string | undefined {
    const { earlier, later } = claim;
    const isBefore = this.isBefore(earlier.event, later.event);
    if (isBefore === undefined || earlier.event >= later.event) return 'the trace does not have these events';
    if (claim.kind !== 'order') {
      const problem =
        this.#accessProblem(claim.earlier, claim.variable) ?? this.#accessProblem(claim.later, claim.variable);
      if (problem) return problem;
    }
    if (claim.kind === 'race' && !conflict(claim.earlier, claim.later, claim.conflicts))
      return 'two reads do not conflict';
    const mustBeUnordered = claim.kind !== 'discipline' || claim.unordered;
    if (mustBeUnordered && isBefore) return `event ${earlier.event} happens before event ${later.event}`;
    return claim.kind === 'race' ? this.#firstProblem(claim) : undefined;
  }

  #accessProblem({ event, thread, op }: ClaimedAccess, variable: string): string | undefined {
    const claimed = `${thread} ${op} ${variable}`;
    return this.#accesses.get(event) === claimed ? undefined : `event ${event} is not ${claimed}`;
  }

  #firstProblem({ variable, earlier, later }: TraceClaim & { kind: 'race' }): string | undefined {
    const id = this.names.variables.findText(variable);
    const renewed = this.#allocations.get(id)?.find((event) => event > earlier.event && event < later.event);
    if (renewed !== undefined) return `${variable} is new memory from event ${renewed} on`;
    const first = this.racing.get(id);
    return first === later.event ? undefined : `the first racing access of ${variable} is event ${first}`;
  }
}

function conflict(earlier: ClaimedAccess, later: ClaimedAccess, conflicts: 'read-write' | 'any'): boolean {
  return conflicts === 'any' || earlier.op === 'w' || later.op === 'w';
}
