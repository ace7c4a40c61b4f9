// One choice of variables for two classes of threads, decided: which queries can be shown, and by which threads.

import type { Role } from '../../logic/access-patterns/pattern.js';
import { type QueryAnswers, roles } from '../../logic/access-patterns/query-answers.js';
import type { PatternQuery, QuerySet } from '../../logic/access-patterns/query-set.js';
import type { Decided } from './decide/decider.js';
import type { FactId } from './decide/fact-table.js';
import type { Answer } from './methods/method.js';
import type { ClassPair } from './threads/thread-forest.js';
import type { ThreadQuestion } from './threads/thread-questions.js';

/** A question about one or two variables, decided. */
export interface Decision extends Decided {
  readonly question: ThreadQuestion;
}

export interface DecidedChoice {
  readonly pair: ClassPair;
  readonly variables: readonly number[];
  readonly querySet: QuerySet;
  /** One for each pair of threads that stand for the classes. */
  readonly decisions: readonly Decision[];
  /** The same without steps that are only perhaps possible, where there are any. */
  readonly realDecisions: readonly Decision[];
  /** What another method than the default says, by decision. */
  readonly crossChecks: readonly QueryAnswers<Answer>[];
}

/** One query of a decided choice: where in the querySet, and what the first class plays. */
export interface Query {
  readonly choice: DecidedChoice;
  readonly index: number;
  readonly role: Role;
}

/** Threads that show a query, by the facts they end with. */
export interface Candidate {
  readonly decision: Decision;
  readonly facts: readonly FactId[];
  /** Of the first thread. */
  readonly role: Role;
}

/** All queries of a choice; threads of one class play both roles alike, so once is enough. */
export function queriesOf(choice: DecidedChoice): Query[] {
  const asked = isWithinClass(choice) ? firstRole : roles;
  return choice.querySet.queries.flatMap((_, index) => asked.map((role) => ({ choice, index, role })));
}

export function patternQuery({ choice, index }: Query): PatternQuery {
  return choice.querySet.queries[index]!;
}

export function isShown(query: Query): boolean {
  const played = rolesOf(query);
  return query.choice.decisions.some(({ facts }) => played.some((role) => facts[query.index]![role]));
}

/** Why the method that was asked for does not know; undefined if it does. */
export function doubtAbout(query: Query): string | undefined {
  const answers = query.choice.crossChecks.flatMap((answers) =>
    rolesOf(query).map((role) => answers[query.index]![role]),
  );
  if (answers.some(({ kind }) => kind === 'violated')) return undefined;
  return answers.flatMap((answer) => (answer.kind === 'unknown' ? [answer.because] : []))[0];
}

/** Those without doubtful steps first. */
export function candidatesOf(query: Query): Candidate[] {
  const { realDecisions, decisions } = query.choice;
  return [...realDecisions, ...decisions].flatMap((decision) =>
    rolesOf(query).flatMap((role): Candidate[] => {
      const facts = decision.facts[query.index]![role];
      return facts ? [{ decision, facts, role }] : [];
    }),
  );
}

export function pathLength(query: Query): number {
  const [first] = candidatesOf(query);
  if (!first) return 0;
  const { decision, facts } = first;
  return facts.reduce((sum, fact, i) => sum + decision.saturations[i]!.facts.pathLength(fact), 0);
}

const firstRole: readonly Role[] = ['u'];

/** Two threads of one class need not be look-alikes: either may be u. */
function rolesOf({ choice, role }: Query): readonly Role[] {
  return isWithinClass(choice) ? roles : [role];
}

function isWithinClass({ pair }: DecidedChoice): boolean {
  return pair.first === pair.second;
}
