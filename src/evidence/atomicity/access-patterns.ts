// What atomicity claims exclude (K15): the minimal conflict cycles of two units, derived here, and what each role sees of them.
// Two units are not serializable iff a_u < b_v and c_v < d_u for conflicting pairs (docs/theory/atomicity.md).

import { derivedBy } from '../../base/derived.js';
import type { Action, VariableId } from '../../model/program/program.js';
import type { Side, Step } from '../kernel/closure.js';
import type { Query, Question } from '../kernel/kernel.js';

/** A read (`R`) or write (`W`) by u or v of variable 0 (x) or 1 (y). */
export interface PatternEvent {
  readonly role: string;
  readonly kind: string;
  readonly variable: number;
}

const conflicts = ['RW', 'WR', 'WW'];

/** On one location, where one access of v is enough for b and c, or on two, in three orders. */
function conflictCycles(): PatternEvent[][] {
  const eventsOf = (text: string) =>
    [...text.matchAll(/(.)(.)(.)/g)].map(([, kind, role, name]) => ({
      role: role!,
      kind: kind!,
      variable: name === 'x' ? 0 : 1,
    }));
  const one = conflicts.flatMap(([a, b]) =>
    conflicts.flatMap(([c, d]) => (b === c ? [eventsOf(`${a}ux${b}vx${d}ux`)] : [])),
  );
  const two = ['abcd', 'acbd', 'acdb'].flatMap((order) =>
    conflicts.flatMap(([a, b]) =>
      conflicts.map(([c, d]) => {
        const texts: Record<string, string> = { a: `${a}ux`, b: `${b}vx`, c: `${c}vy`, d: `${d}uy` };
        return eventsOf([...order].map((name) => texts[name]!).join(''));
      }),
    ),
  );
  return [...one, ...two];
}

/** The numbering of docs/theory/atomicity.md: 1..14 as in the paper, c1..c18 the others as they are derived. */
const paper = [
  'RuxWvxWux RuxWvxRux WuxRvxWux WuxWvxRux WuxWvxWux WuxWvxWvyWuy WuxWvyWvxWuy',
  'WuxWvyWuyWvx WuxRvxRvyWuy WuxRvyRvxWuy RuxWvxWvyRuy RuxWvyWvxRuy RuxWvyRuyWvx WuxRvyWuyRvx',
].flatMap((line) => line.split(' '));

export const patterns: ReadonlyMap<string, readonly PatternEvent[]> = (() => {
  const textOf = (events: readonly PatternEvent[]) =>
    events.map(({ role, kind, variable }) => kind + role + 'xy'[variable]).join('');
  const cycles = new Map(conflictCycles().map((events) => [textOf(events), events]));
  const others = [...cycles.keys()].filter((text) => !paper.includes(text));
  const named = [...paper.map((text, i) => [`${i + 1}`, text]), ...others.map((text, i) => [`c${i + 1}`, text])];
  return new Map(named.map(([id, text]) => [id!, cycles.get(text!)!]));
})();

/** How many variables a pattern is about. */
export function locationsOf(events: readonly PatternEvent[]): number {
  return Math.max(...events.map(({ variable }) => variable)) + 1;
}

/** `places[0]` and `places[1]` are the places of x and y among the question's variables. */
function sideOf(events: readonly PatternEvent[], role: string, places: readonly number[]): Side {
  const own = events.filter((event) => event.role === role);
  const steps = events.flatMap((event, i): Step[] => {
    const bar: Step[] = i > 0 && events[i - 1]!.role !== event.role ? ['|'] : [];
    if (event.role !== role) return bar;
    return [...bar, { code: accessCode(event.kind, places[event.variable]!), bound: own.length > 1 }];
  });
  const made = (position: number) => steps.slice(0, position).filter((step) => step !== '|').length;
  const isInside = (position: number) => made(position) > 0 && made(position) < own.length;
  return { steps, forbidden: [...steps.keys()].map((position) => (isInside(position) ? [endOfUnit] : [])) };
}

/** Of what is no access: an outermost unit begins or ends. */
export const beginningOfUnit = -1;
export const endOfUnit = -2;

export function accessCode(kind: string, place: number): number {
  return place * 2 + (kind === 'W' ? 1 : 0);
}

/** The orders of one and of two variables. */
export const orders: readonly (readonly (readonly number[])[])[] = [
  [[0]],
  [
    [0, 1],
    [1, 0],
  ],
];

/** About some variables, the ends of units and, perhaps, their beginnings. */
export function accessQuestion(variables: readonly VariableId[], seesBeginnings = false): Question {
  const codesOf = (action: Action): readonly number[] => {
    if (action.kind === 'end-unit') return [endOfUnit];
    if (action.kind === 'begin-unit') return seesBeginnings ? [beginningOfUnit] : [];
    if (!('location' in action) || action.location.kind !== 'variable') return [];
    const place = variables.indexOf(action.location.variable);
    const kinds = action.kind === 'update' ? 'RW' : action.kind === 'read' ? 'R' : 'W';
    return place === -1 ? [] : [...kinds].map((kind) => accessCode(kind, place));
  };
  return { key: `${variables}${seesBeginnings ? ' units' : ''}`, watch: { codesOf, areGoals: false } };
}

/** The thread of the first class plays u, or v; `order` says which of the question's variables are x and y. */
export function patternQuery(pattern: string, order: readonly number[], firstIsU: boolean): Query {
  return [...(firstIsU ? 'uv' : 'vu')].map((role) => sideFor(patterns.get(pattern)!, role, order));
}

const sideFor = derivedBy((role: string, order: readonly number[]) => `${role} ${order}`, sideOf);
