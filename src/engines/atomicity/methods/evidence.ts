// Methods only decide; what a user sees is checked: the default method decides the same question, provides the execution or
// the certificate, and must give the same answer. If it does not, one of the two is wrong, and nothing is reported.

import type { Stop } from '../../../base/budget.js';
import type { Role } from '../../../logic/access-patterns/pattern.js';
import { answerEach, type QueryAnswers, roles } from '../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../logic/access-patterns/query-set.js';
import type { Decision } from '../decided-choice.js';
import { isPlain, type ThreadQuestion } from '../threads/thread-questions.js';
import { type Answer, type DecisionMethod, unknown } from './method.js';

/** The method's own answers to a question that the default method has decided; undefined if told to stop. */
export function* crossCheck(
  method: DecisionMethod,
  decision: Decision,
  variables: readonly number[],
  querySet: QuerySet,
): Generator<number, QueryAnswers<Answer> | undefined, Stop | undefined> {
  const answers = yield* decideWith(method, decision.question, variables, querySet);
  if (!answers) return undefined;
  for (const role of roles) demandAgreement(method, answers, decision, role, querySet);
  return answers;
}

function* decideWith(
  method: DecisionMethod,
  question: ThreadQuestion,
  variables: readonly number[],
  querySet: QuerySet,
): Generator<number, QueryAnswers<Answer> | undefined, Stop | undefined> {
  if (!isPlain(question))
    return answerEach(querySet, () => unknown(`method ${method.name} does not follow spawned threads`));
  const [first, second] = question.flows;
  return yield* method.decide(first!, second!, variables, querySet);
}

function demandAgreement(
  { name }: DecisionMethod,
  answers: QueryAnswers<Answer>,
  { facts }: Decision,
  role: Role,
  { queries }: QuerySet,
): void {
  answers.forEach(({ [role]: { kind } }, i) => {
    if (kind === 'unknown' || (kind === 'violated') === (facts[i]![role] !== undefined)) return;
    throw new Error(
      `methods ${name} and antichain disagree on pattern ${queries[i]!.pattern.id}: ${name} says ${kind}`,
    );
  });
}
