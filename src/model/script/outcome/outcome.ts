// What the outside can tell about an execution when it is over: what was asked of it and how often, and which calls have
// ended; and what they leave behind (state.ts). Not told apart: numbers of things and of answers, and what only reads or
// stores the same again (Operation `counts`).

import { areForeign, type Unit } from '../machine/frame.js';
import { areSame } from '../machine/machine.js';
import type { About } from '../machine/outside/endings.js';
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
  /** What each has done outside, and how it has ended. */
  readonly own: ReadonlyMap<number, string>;
  /** What they leave behind. */
  readonly state: State;
  /** What was last asked about each thing outside that is begun and ended: was it to end it? */
  readonly last: ReadonlyMap<string, boolean>;
  /** What was said last to whom. */
  readonly said: ReadonlyMap<string, string>;
  /** What was asked of things that had been ended, or were ended before they had answered. */
  readonly late: ReadonlySet<string>;
}

export function outcomeOf({ events, start, machine }: Run): Outcome {
  const effects = new Map<string, number>();
  const ended = new Set<number>();
  const results = new Map<number, string>();
  const last = new Map<string, boolean>();
  const late = new Set<string>();
  const said = new Map<string, string>();
  const over = new Set<string>();
  const underWay = new Map<Unit, Effect>();
  for (const [index, event] of events.entries()) {
    if (index < start) continue;
    noteUnderWay(underWay, events, index);
    if (event.kind === 'end') ended.add(event.unit.id);
    if (event.kind === 'end' && event.outcome === 'returned') results.set(event.unit.id, termOf(event.raw));
    if (event.kind !== 'effect' || event.unit.id === 0) continue;
    if (isBegunOrEnded(event)) last.set(event.about!.what, event.about!.ends);
    if (isLateFor(event, over)) late.add(withoutNumbers(event.term));
    for (const thing of endedBy(event)) {
      over.add(thing);
      for (const asked of underWay.values())
        if (asked.about!.of === thing && areForeign(asked.unit, event.unit)) late.add(withoutNumbers(asked.term));
    }
    if (!event.counts) continue;
    const term = withoutNumbers(event.term);
    if (event.to !== undefined) said.set(withoutNumbers(event.to), term);
    effects.set(term, (effects.get(term) ?? 0) + 1);
  }
  return { effects, ended, results, own: ownOf(events.slice(start)), state: stateOf(machine), last, said, late };
}

/** Asked, and waited for. */
function noteUnderWay(underWay: Map<Unit, Effect>, events: readonly TraceEvent[], index: number): void {
  const event = events[index]!;
  if (event.kind === 'resume' || event.kind === 'end') underWay.delete(event.unit);
  if (event.kind !== 'effect' || !event.about || event.about.ends || event.unit.id === 0) return;
  let at = index + 1;
  while (at < events.length && events[at]!.unit !== event.unit) at++;
  const next = events[at];
  if (next?.kind === 'pause' && next.what.includes(event.name)) underWay.set(event.unit, event);
}

function ownOf(events: readonly TraceEvent[]): Map<number, string> {
  const deeds = new Map<number, string[]>();
  for (const event of events) {
    let root = event.unit;
    while (root.parent) root = root.parent;
    const own = deeds.get(root.id) ?? [];
    deeds.set(root.id, own);
    if (event.kind === 'end') own.push(`${event.outcome} ${withoutNumbers(termOf(event.raw))}`);
    if (event.kind === 'effect' && event.counts) own.push(withoutNumbers(event.term));
  }
  return new Map([...deeds].map(([call, own]) => [call, own.sort().join('\n')]));
}

/** What only reads tells nothing about a thing that is not begun and ended. */
function isBegunOrEnded({ about, quiet }: Effect): boolean {
  if (!about || about.isStored || isNumbered(about)) return false;
  return !quiet || about.ends || about.of.includes('(');
}

/** What an earlier call outside has given is told apart by a number. */
function isNumbered({ what }: About): boolean {
  return what.includes('#');
}

/** It is asked of something that was ended before, and not to end it once more. */
function isLateFor({ about }: Effect, over: ReadonlySet<string>): boolean {
  return about !== undefined && !about.ends && over.has(about.of);
}

/** `conn.close()`, `pool.release(conn)`, `file.close()` */
export function endedBy({ about }: Effect): string[] {
  if (!about?.ends || about.isStored) return [];
  if (about.what === `${about.of} `) return [about.of];
  return about.what.split(' ').filter((part) => part.includes('#') && part !== about.of);
}

/** Is the effect there more often than in any of the others? */
export function isBeyond(effect: Effect, run: Run, others: readonly Outcome[]): boolean {
  const term = withoutNumbers(effect.term);
  const count = outcomeOf(run).effects.get(term) ?? 0;
  return others.every(({ effects }) => (effects.get(term) ?? 0) < count);
}

/** Is it the last word to somebody, to whom the last word is another one in all of the others? */
export function isLastElsewhere({ to, term }: Effect, run: Run, others: readonly Outcome[]): boolean {
  if (to === undefined) return false;
  const [who, what] = [withoutNumbers(to), withoutNumbers(term)];
  return outcomeOf(run).said.get(who) === what && others.every(({ said }) => said.has(who) && said.get(who) !== what);
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
  if (areSame(options.parameters)) return false;
  const own = [...parameters].filter((name) => name.endsWith(String(-id)));
  // What is the same for all calls belongs to none of them.
  const foreign = [...parameters].filter((name) => !own.includes(name) && /\d/.test(name));
  const result = outcomeOf(run).results.get(id) ?? '';
  // What was found to be the same has been asked for by both.
  if ([...run.machine.facts].some(([fact, is]) => is && / is /.test(fact) && own.some((name) => fact.includes(name))))
    return false;
  const speaksOf = (names: readonly string[], text: string) => names.some((name) => isArgument(name, text));
  if (speaksOf(own, result) || !speaksOf(foreign, result)) return false;
  return others.every(({ results }) => !results.has(id) || speaksOf(own, results.get(id)!));
}

/** Handed over in a call, not what is called. */
export function isArgument(name: string, term: string): boolean {
  for (let at = term.indexOf(name); at !== -1; at = term.indexOf(name, at + 1))
    if (/[(,:[{ ]/.test(term[at - 1] ?? '') && !/[\w$(]/.test(term[at + name.length] ?? '')) return true;
  return false;
}
