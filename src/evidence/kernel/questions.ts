// Questions to the kernel: what threads see of a program, the trie of all sides, and which two sides make a query. For
// atomicity all patterns on one or two variables in every role and order (K15); for labels and races one goal per thread (K16).

import type { Action, Program, VariableId } from '../../model/program/program.js';
import type { Watch } from './control.js';
import { accessCode, locationsOf, patterns, Sides, sideOf } from './sides.js';

export interface Question {
  readonly key: string;
  readonly watch: Watch;
  readonly sides: Sides;
}

/** What a thread of the first and one of the second class show: positions at which their sides are complete. */
export interface Query {
  readonly first: number;
  readonly second: number;
  readonly bars: number;
}

const orders = [
  [[0]],
  [
    [0, 1],
    [1, 0],
  ],
];
const tries = orders.map((_, i) => {
  const sides = new Sides();
  for (const events of patterns.values())
    for (const order of locationsOf(events) === i + 1 ? orders[i]! : [])
      for (const role of ['u', 'v'] as const) sides.add(sideOf(events, role, order));
  return sides;
});

/** About one or two variables. */
export function accessQuestion(variables: readonly VariableId[]): Question {
  const codesOf = (action: Action): readonly number[] => {
    if ((action.kind !== 'read' && action.kind !== 'write') || action.location.kind !== 'variable') return [];
    const place = variables.indexOf(action.location.variable);
    return place === -1 ? [] : [accessCode(action.kind === 'read' ? 'R' : 'W', place)];
  };
  return { key: `${variables}`, watch: { codesOf, areGoals: false }, sides: tries[variables.length - 1]! };
}

/** A thread of the first class plays u, or v; `order` says which of the question's variables are x and y. */
export function patternQuery({ sides }: Question, pattern: string, order: readonly number[], firstIsU: boolean): Query {
  const events = patterns.get(pattern)!;
  const [first, second] = [sideOf(events, firstIsU ? 'u' : 'v', order), sideOf(events, firstIsU ? 'v' : 'u', order)];
  const bars = first.filter((step) => step === '|').length;
  return { first: sides.add(first), second: sides.add(second), bars };
}

/** Goals 0 and 1: being at two labels; or about to write, and about to access, one variable. */
export function labelQuestion(labels: readonly string[]): Question {
  return goalQuestion(JSON.stringify(labels), ({ kind, ...action }) =>
    labels.flatMap((label, code) => (kind === 'label' && 'name' in action && action.name === label ? [code] : [])),
  );
}

export function raceQuestion({ variables }: Program, name: string): Question {
  return goalQuestion(`race ${name}`, (action) => {
    if ((action.kind !== 'read' && action.kind !== 'write') || action.location.kind !== 'variable') return [];
    return variables[action.location.variable]!.name !== name ? [] : action.kind === 'write' ? [0, 1] : [1];
  });
}

function goalQuestion(key: string, codesOf: Watch['codesOf']): Question {
  const sides = new Sides();
  for (const code of [0, 1]) sides.add([goal(code)]);
  return { key, watch: { codesOf, areGoals: true }, sides };
}

const goal = (code: number) => ({ code, bound: false, isLast: true });

/** The two ways in which two threads can be at the two goals. */
export function goalQueries({ sides }: Question): readonly Query[] {
  const [one, other] = [sides.add([goal(0)]), sides.add([goal(1)])];
  return [
    { first: one, second: other, bars: 0 },
    { first: other, second: one, bars: 0 },
  ];
}

const passives = [false, true].map((isGoal) => {
  const sides = new Sides(isGoal);
  for (const bars of isGoal ? [0] : [2, 3]) sides.add(new Array(bars).fill('|'));
  return { key: `passive ${isGoal}`, watch: { codesOf: () => [], areGoals: false }, sides };
});

/** Of a thread that only has to run so that others can. */
export function passiveQuestion({ watch }: Question): Question {
  return passives[watch.areGoals ? 1 : 0]!;
}
