// What was asked, as plain data: a union by `kind`, as the contract has it in JSON reports. Closed, so that whoever switches
// over it has thought of every question; an engine from outside asks its own as `other`, and so does a report that
// states a question of which this version knows nothing.

import type { JsonObject } from '../base/json.js';
import type { DeadlockCause } from '../model/waits-for/causes.js';

/** What a front end for a real language adds, for the reader of the report and for `replay`. */
export type AskedFor = {
  /** Id of the program that was asked about. */
  readonly question?: string;
  /** Kind of the finding in Java's terms. */
  readonly java?: string;
  readonly class?: string;
  readonly methods?: readonly string[];
  readonly fields?: readonly string[];
  readonly rank?: 'low' | 'normal';
  /** The lines at fault: findings of one fault are told once, with all rivals. */
  readonly fault?: string;
  readonly rival?: string;
  readonly also?: readonly string[];
};

type Question<Kind extends string, Fields = unknown> = { readonly kind: Kind } & Fields & AskedFor;

/** Do two units interleave: on these variables, by one of these patterns? Without any of them: do any two? */
export type AtomicityProperty = Question<
  'atomicity',
  {
    readonly unit?: string;
    readonly other?: string;
    readonly unitName?: string;
    readonly otherName?: string;
    readonly set?: string;
    readonly variables?: readonly string[];
    readonly pattern?: string;
    readonly patterns?: readonly string[];
    readonly automaton?: string;
    readonly transitions?: readonly string[];
  }
>;

/** Without a place: anywhere. */
export type FailureProperty = Question<
  'assertion' | 'error',
  { readonly reason?: string; readonly line?: number; readonly column?: number }
>;

/** Without a cause: any. */
export type DeadlockProperty = Question<
  'deadlock',
  { readonly cause?: DeadlockCause['kind']; readonly lock?: string; readonly blocked?: readonly string[] }
>;
/** Can threads of these processes run for ever, although scheduling is fair? Without any: can anybody? */
export type TerminationProperty = Question<'termination', { readonly endless?: readonly string[] }>;
export type RaceProperty = Question<'race', { readonly variable?: string }>;
/** Does the first event of a trace happen before the second? */
export type OrderProperty = Question<'order', { readonly events: readonly number[] }>;
export type CoverProperty = Question<'coverable', { readonly target: string; readonly initial?: readonly string[] }>;
/** Can the pushdown system reach a configuration of this automaton, or of this form? */
export type ReachableProperty = Question<'reachable', { readonly target: string }>;
export type PairwiseProperty = Question<'pairwise', { readonly labels: readonly string[]; readonly tree?: number }>;
export type SchedulableProperty = Question<'schedulable', { readonly tree: number }>;
export type AcceptanceProperty = Question<'acceptance'>;

/** Two units make all accesses to these variables while they hold one lock. */
export type LockScopesClaim = { readonly units: readonly string[]; readonly variables: readonly string[] };
export type LockScopesProperty = Question<'lock-scopes', { readonly claims: readonly LockScopesClaim[] }>;

/** Overlapping calls of asynchronous code. */
export type InterleavingProperty = Question<
  'interleaving',
  {
    readonly code: string;
    readonly location?: string;
    readonly unit?: string;
    readonly other?: string;
    readonly files?: number;
  }
>;

/** Whatever the engine would have been asked, had it not been stopped. */
export type RunProperty = Question<'run'>;
/** As it was stated. */
export type OtherProperty = Question<'other', { readonly stated: JsonObject }>;

export type Property =
  | AtomicityProperty
  | FailureProperty
  | DeadlockProperty
  | TerminationProperty
  | RaceProperty
  | OrderProperty
  | CoverProperty
  | ReachableProperty
  | PairwiseProperty
  | SchedulableProperty
  | AcceptanceProperty
  | LockScopesProperty
  | InterleavingProperty
  | RunProperty
  | OtherProperty;

export type PropertyKind = Property['kind'];
export type PropertyOf<Kind extends PropertyKind> = Extract<Property, { readonly kind: Kind }>;

/** As reports write it. */
export function statedProperty(property: Property): JsonObject {
  return property.kind === 'other' ? property.stated : property;
}
