// Two threads at two labels, or about to access one variable with one of them writing, in one state (K16): two stretches from
// the start to that state, so one phase, at the end of which each thread is at its goal.

import type { Action, Program } from '../../model/program/program.js';
import type { Side } from '../kernel/closure.js';
import type { Query, Question } from '../kernel/kernel.js';

const goal = (code: number): Side => ({ steps: [{ code, bound: false }], forbidden: [] });

export function labelQuestion(labels: readonly string[]): Question {
  const isAt = (action: Action, label: string) => action.kind === 'label' && action.name === label;
  return goalQuestion(`labels ${labels}`, (action) =>
    labels.flatMap((label, code) => (isAt(action, label) ? [code] : [])),
  );
}

/** Goal 0 is to write, goal 1 to access the variable at all. */
export function raceQuestion({ variables }: Program, name: string): Question {
  return goalQuestion(`race ${name}`, (action) => {
    if (!('location' in action) || action.location.kind !== 'variable') return [];
    return variables[action.location.variable]!.name !== name ? [] : action.kind === 'read' ? [1] : [0, 1];
  });
}

function goalQuestion(key: string, codesOf: Question['watch']['codesOf']): Question {
  return { key, watch: { codesOf, areGoals: true } };
}

/** The two ways in which two threads can be at the two goals. */
export const goalQueries: readonly Query[] = [
  [goal(0), goal(1)],
  [goal(1), goal(0)],
];
