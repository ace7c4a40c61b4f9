// One choice of variables for two classes of threads, decided: which queries can be shown, and by which threads.

import type { PatternSheet, SheetQuery } from '../../logic/access-patterns/pattern-sheet.js';
import type { FactId } from './decide/fact-table.js';
import type { Decision } from './decide/thread-decider.js';
import type { SheetAnswers } from './methods/method.js';
import type { ClassPair } from './threads/thread-forest.js';

export interface DecidedChoice {
  readonly pair: ClassPair;
  readonly variables: readonly number[];
  readonly sheet: PatternSheet;
  /** One for each pair of threads that stand for the classes. */
  readonly decisions: readonly Decision[];
  /** The same without steps that are only perhaps possible, where there are any. */
  readonly realDecisions: readonly Decision[];
  /** What another method than the default says, by decision. */
  readonly opinions: readonly SheetAnswers[];
}

/** One query of a decided choice: who plays u, and where in the sheet. */
export interface Query {
  readonly choice: DecidedChoice;
  readonly index: number;
  readonly firstIsU: boolean;
}

/** Threads that show a query, by the facts they end with. */
export interface Candidate {
  readonly decision: Decision;
  readonly facts: readonly FactId[];
  readonly firstIsU: boolean;
}

/** All queries of a choice; threads of one class play both roles alike, so once is enough. */
export function queriesOf(choice: DecidedChoice): Query[] {
  const roles = isWithinClass(choice) ? [true] : [true, false];
  return choice.sheet.queries.flatMap((_, index) => roles.map((firstIsU) => ({ choice, index, firstIsU })));
}

export function sheetQuery({ choice, index }: Query): SheetQuery {
  return choice.sheet.queries[index]!;
}

export function isShown(query: Query): boolean {
  const roles = rolesOf(query);
  return query.choice.decisions.some((decision) => roles.some((role) => factsOf(decision, query.index, role)));
}

/** Why the method that was asked for does not know; undefined if it does. */
export function doubtAbout(query: Query): string | undefined {
  const answers = query.choice.opinions.flatMap((opinion) =>
    rolesOf(query).map((isFirst) => (isFirst ? opinion.firstIsU : opinion.secondIsU)[query.index]!),
  );
  if (answers.some(({ kind }) => kind === 'violated')) return undefined;
  return answers.flatMap((answer) => (answer.kind === 'unknown' ? [answer.because] : []))[0];
}

/** Those without doubtful steps first. */
export function candidatesOf(query: Query): Candidate[] {
  const { realDecisions, decisions } = query.choice;
  return [...realDecisions, ...decisions].flatMap((decision) =>
    rolesOf(query).flatMap((firstIsU): Candidate[] => {
      const facts = factsOf(decision, query.index, firstIsU);
      return facts ? [{ decision, facts, firstIsU }] : [];
    }),
  );
}

export function pathLength(query: Query): number {
  const [first] = candidatesOf(query);
  if (!first) return 0;
  const { decision, facts } = first;
  return facts.reduce((sum, fact, i) => sum + decision.saturations[i]!.facts.pathTo(fact).length, 0);
}

function factsOf({ firstIsU, secondIsU }: Decision, index: number, isFirst: boolean): readonly FactId[] | undefined {
  return (isFirst ? firstIsU : secondIsU)[index];
}

const bothRoles: readonly boolean[] = [true, false];
const firstRole: readonly boolean[] = [true];
const secondRole: readonly boolean[] = [false];

/** Two threads of one class need not be look-alikes: either may be u. */
function rolesOf({ choice, firstIsU }: Query): readonly boolean[] {
  return isWithinClass(choice) ? bothRoles : firstIsU ? firstRole : secondRole;
}

function isWithinClass({ pair }: DecidedChoice): boolean {
  return pair.first === pair.second;
}
