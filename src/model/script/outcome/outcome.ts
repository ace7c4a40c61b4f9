// What the outside can tell about an execution when it is over: what was asked of it and how often, and which calls have
// ended; and what they leave behind (state.ts). Not told apart: numbers of things and of answers, and what only reads or
// stores the same again (Operation `counts`).

import type { Unit } from '../machine/frame.js';
import type { Run } from '../machine/run.js';
import type { TraceEvent } from '../machine/trace.js';
import { termOf } from '../machine/value.js';
import { withoutNumbers } from './numbers.js';
import { type State, stateOf } from './state.js';

export type Effect = Extract<TraceEvent, { kind: 'effect' }>;

export interface Outcome {
  /** How often each thing was asked. */
  readonly effects: ReadonlyMap<string, number>;
  /** Calls that have come to their end. */
  readonly ended: ReadonlySet<number>;
  /** What they have returned. */
  readonly results: ReadonlyMap<number, string>;
  /** What they leave behind. */
  readonly state: State;
}

export function outcomeOf({ events, start, machine }: Run): Outcome {
  const effects = new Map<string, number>();
  const ended = new Set<number>();
  const results = new Map<number, string>();
  for (const event of events.slice(start)) {
    if (event.kind === 'end') ended.add(event.unit.id);
    if (event.kind === 'end' && event.outcome === 'returned') results.set(event.unit.id, termOf(event.raw));
    if (event.kind !== 'effect' || !event.counts || event.unit.id === 0) continue;
    const term = withoutNumbers(event.term);
    effects.set(term, (effects.get(term) ?? 0) + 1);
  }
  return { effects, ended, results, state: stateOf(machine) };
}

/** Is the effect there more often than in any of the others? */
export function isBeyond(effect: Effect, run: Run, others: readonly Outcome[]): boolean {
  const term = withoutNumbers(effect.term);
  const count = outcomeOf(run).effects.get(term) ?? 0;
  return others.every(({ effects }) => (effects.get(term) ?? 0) < count);
}

/** Does the call, which waits for ever here, come to its end in all of the others? */
export function endsElsewhere(unit: Unit, run: Run, others: readonly Outcome[]): boolean {
  let root = unit;
  while (root.parent) root = root.parent;
  return !outcomeOf(run).ended.has(root.id) && others.every(({ ended }) => ended.has(root.id));
}

/** Is what the call returns about what another one was given, and in all of the others about what it was given itself? */
export function isMisdirected({ id }: Unit, run: Run, others: readonly Outcome[]): boolean {
  const { parameters, options } = run.machine;
  if (options.parameters !== 'different') return false;
  const own = [...parameters].filter((name) => name.endsWith(String(-id)));
  const foreign = [...parameters].filter((name) => !own.includes(name));
  const result = outcomeOf(run).results.get(id) ?? '';
  const speaksOf = (names: readonly string[], text: string) => names.some((name) => isArgument(name, text));
  if (speaksOf(own, result) || !speaksOf(foreign, result)) return false;
  return others.every(({ results }) => speaksOf(own, results.get(id) ?? ''));
}

/** Handed over in a call, not what is called. */
export function isArgument(name: string, term: string): boolean {
  for (let at = term.indexOf(name); at !== -1; at = term.indexOf(name, at + 1))
    if (/[(,:[{ ]/.test(term[at - 1] ?? '') && !/[\w$(]/.test(term[at + name.length] ?? '')) return true;
  return false;
}
