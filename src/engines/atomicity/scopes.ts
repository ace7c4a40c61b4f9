// What a verdict about two classes of threads takes for possible although it may not be: `holds` is valid all the same.

import { hasConditions } from '../../model/program/abstract-data.js';
import type { Program } from '../../model/program/program.js';
import { allExecutions, type Scope } from '../../verdict/scope.js';
import type { ThreadQuestion } from './threads/thread-questions.js';

export function scopeOf(model: Program, asked: readonly ThreadQuestion[]): Scope {
  const loose = new Set(
    asked.flatMap((question) =>
      question.threads.filter(({ kind }) => kind === 'loose').map(({ className }) => className),
    ),
  );
  return allExecutions(
    ...(hasConditions(model) ? ['conditions may go either way'] : []),
    ...(hasWait(model) ? ['a wait may end without a notification'] : []),
    ...[...loose].map((name) => `${name} may run from the start`),
    ...(asked.some(({ isApproximate }) => isApproximate) ? ['a join may end before its thread'] : []),
  );
}

function hasWait({ functions }: Program): boolean {
  return functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'wait'));
}
