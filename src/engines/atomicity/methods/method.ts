// What every method of deciding has in common: two processes, the variables of a question and a querySet of patterns in, an
// answer per query out. Methods decide; executions and certificates come from the default method's saturation of the same
// question, which must agree (evidence.ts).

import type { Stop } from '../../../base/budget.js';
import type { QueryAnswers } from '../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../logic/access-patterns/query-set.js';
import type { AutomatonQuestion } from '../automata/automaton-question.js';
import type { FlowProcess } from '../flow/flow.js';

export type Answer =
  | { readonly kind: 'violated' }
  | { readonly kind: 'holds' }
  | { readonly kind: 'unknown'; readonly because: string };

export const violated: Answer = { kind: 'violated' };
export const holds: Answer = { kind: 'holds' };

export function unknown(because: string): Answer {
  return { kind: 'unknown', because };
}

/** What a method has done so far, by names that reports show. */
export type MethodStatistics = Readonly<Record<string, number>>;

/** Yields the size of what it has built, every few thousand steps; undefined if told to stop. */
export type Deciding = Generator<number, QueryAnswers<Answer> | undefined, Stop | undefined>;

/** The same about one question. */
export type AutomatonDeciding = Generator<number, Answer | undefined, Stop | undefined>;

/** Decides phase automata from a file as well. */
export interface AutomatonMethod {
  readonly name: string;
  readonly statistics: MethodStatistics;
  decideAutomaton(question: AutomatonQuestion): AutomatonDeciding;
}

export interface DecisionMethod {
  readonly name: string;
  readonly statistics: MethodStatistics;
  decide(first: FlowProcess, second: FlowProcess, variables: readonly number[], querySet: QuerySet): Deciding;
}
