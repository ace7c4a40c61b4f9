// Is what an execution leaves behind what some serial order leaves behind? Compared are the locations in memory and outside
// together with what was done outside: who asks less there than in the order has joined somebody else's request; what was
// ended last is not to go on.

import { areForeign, type Unit } from '../machine/frame.js';
import type { Run } from '../machine/run.js';
import type { TraceEvent } from '../machine/trace.js';
import { type Raw, Unknown } from '../machine/value.js';
import { failuresIn, hasFailed } from './failed.js';
import { withoutNumbers } from './numbers.js';
import { type Effect, endedBy, type Outcome, outcomeOf } from './outcome.js';
import type { Held } from './state.js';

type Write = Extract<TraceEvent, { kind: 'write' }>;

export interface Left {
  /** What is as in no order: a location that is written, or what is done outside. */
  readonly last: Write | Effect;
  /** R1, R6: the call has looked at what the other had changed. */
  readonly isMeant: boolean;
  /** In memory: what matters is what later calls make of it. */
  readonly isInside: boolean;
  /** More elements than in any order: what was put there waits. */
  readonly isWaiting: boolean;
  /** The call around it, what came in between, and where it shows. */
  readonly seen: number;
  readonly between: number;
  readonly act: number;
}

type Shown = Pick<Left, 'last' | 'seen' | 'between' | 'act'>;

type Difference =
  | { readonly cell: string; readonly isWaiting: boolean }
  | { readonly effect: string }
  | { readonly about: string }
  | { readonly late: string };

export interface Remains {
  /** What can be said of the calls between which it comes about. */
  readonly left: readonly Left[];
  /** All that is as in no order is in memory. */
  readonly isInside: boolean;
  /** Names of all that is as in no order. */
  readonly names: readonly string[];
}

/** Undefined: some order ends like this, `failing` those in which other questions fail. */
export function leftAsInNoOrder(
  run: Run,
  serial: readonly Outcome[],
  failing: () => readonly Outcome[] = () => [],
): Remains | undefined {
  if (!isComparable(run)) return undefined;
  const differences = nearest(run, serial);
  if (differences.length === 0) return undefined;
  const others = hasFailed(run) ? failing() : [];
  if (others.length > 0 && nearest(run, others).length === 0) return undefined;
  const left = differences.flatMap((difference): Left[] => {
    const found = explained(run, difference);
    if (!found) return [];
    const isWaiting = 'cell' in difference && difference.isWaiting;
    return [{ ...found, isMeant: isMeant(run, found), isInside: isInside(difference), isWaiting }];
  });
  return {
    left,
    isInside: differences.every(isInside),
    names: [...new Set(differences.map((difference) => nameOf(run, difference)))],
  };
}

function isInside(difference: Difference): boolean {
  return 'cell' in difference && !difference.cell.startsWith('outside ');
}

/** As the source writes it. */
function nameOf({ events }: Run, difference: Difference): string {
  if ('effect' in difference) return difference.effect;
  if ('late' in difference) return difference.late;
  if ('about' in difference) return difference.about;
  const { cell } = difference;
  const event = events.find((each) => 'cell' in each && typeof each.cell !== 'string' && each.cell.key === cell);
  if (event && 'cell' in event && typeof event.cell !== 'string') return event.cell.name;
  return cell.replace(/^\d+/, 'an object');
}

/** No two unknown names were found to mean the same: an order would do otherwise. */
function isComparable({ machine }: Run): boolean {
  return ![...machine.facts].some(([fact, is]) => is && / is /.test(fact));
}

/** In what it differs from the order that is most like it. */
function nearest(run: Run, serial: readonly Outcome[]): Difference[] {
  const mine = outcomeOf(run);
  let best: Difference[] | undefined;
  for (const other of serial) {
    const found = differences(run, mine, other);
    if (found.length === 0) return [];
    if (!best || found.length < best.length) best = found;
  }
  return best ?? [];
}

function differences(run: Run, mine: Outcome, other: Outcome): Difference[] {
  const found: Difference[] = [];
  for (const [path, held] of mine.state)
    if (differs(run, held, other.state.get(path)))
      found.push({ cell: held.cell, isWaiting: isMore(path, held, other.state.get(path)) });
  for (const [path, held] of other.state)
    if (!mine.state.has(path) && differs(run, undefined, held)) found.push({ cell: held.cell, isWaiting: false });
  for (const [term, count] of mine.effects)
    if (count > (other.effects.get(term) ?? 0) && !isOtherBatch(term, other) && !isOfFailures(run, term, count))
      found.push({ effect: term });
  for (const [about, ends] of mine.last) if (!ends && other.last.get(about) === true) found.push({ about });
  for (const late of mine.late) if (!other.late.has(late)) found.push({ late });
  return found;
}

/** An element that is not there otherwise, or the number of more of them. */
function isMore(path: string, mine: Held, other: Held | undefined): boolean {
  if (path.endsWith('.length')) return Number(mine.text) > Number(other?.text ?? 0);
  return /\[\d+\]/.test(path) && other === undefined;
}

/** `report(error)`: what is said of a failure is said as often as something fails, and in an order it may not. */
function isOfFailures(run: Run, term: string, count: number): boolean {
  return /[(,:[]Error\b/.test(term) && count <= failuresIn(run);
}

/** `push([a, b])` instead of `push([a]); push([b])`: the same is asked, in other portions. */
function isOtherBatch(term: string, { effects }: Outcome): boolean {
  const [, callee, listed] = /^([^[]*)\[([^[\]]*)\][^[\]]*$/.exec(term) ?? [];
  if (callee === undefined || listed === undefined) return false;
  const alike = [...effects.keys()].filter((other) => other.startsWith(`${callee}[`));
  return alike.length > 0 && listed.split(',').every((part) => alike.some((other) => other.includes(part)));
}

/** R9: what is only counted is not compared; outside, only whether it is there. */
function differs(run: Run, mine: Held | undefined, other: Held | undefined): boolean {
  if (textOf(mine) === textOf(other)) return false;
  const { cell } = (mine ?? other)!;
  if (cell.startsWith('outside ')) return mine !== undefined && other !== undefined && (isGone(mine) || isGone(other));
  return !((isNumber(mine) && isNumber(other)) || isSum(run, cell)) || isDeciding(run, cell);
}

function isGone({ text }: Held): boolean {
  return text === 'undefined';
}

/** What is not there is undefined. */
function textOf(held: Held | undefined): string {
  return held?.text ?? 'undefined';
}

function isNumber(held: Held | undefined): boolean {
  return held !== undefined && /^-?\d+(?:\.\d+)?$/.test(held.text);
}

/** Whatever is written there is what stood there and something more, in one step: `waited += now() - since`. */
function isSum({ events, start }: Run, cell: string): boolean {
  let bits = 0n;
  let sums = 0;
  for (const event of events.slice(start)) {
    if (event.kind === 'read' && event.cell.key === cell) bits = 1n << BigInt(event.bit);
    if (event.kind !== 'write' || event.cell.key !== cell) continue;
    const isAdded = event.how === 'set' && (event.value & bits) !== 0n && isNumeric(event.before);
    if (!isAdded) return false;
    sums++;
  }
  return sums > 0;
}

function isNumeric(raw: Raw): boolean {
  return typeof raw === 'number' || (raw instanceof Unknown && /^\(+-?\d+ [+-] /.test(raw.term));
}

/** A number that is more than counted: it says what is done outside. */
function isDeciding({ events, start }: Run, cell: string): boolean {
  let bits = 0n;
  for (const event of events.slice(start)) {
    if (event.kind === 'read' && event.cell.key === cell) bits |= 1n << BigInt(event.bit);
    if (event.kind === 'effect' && (event.deps & bits) !== 0n) return true;
  }
  return false;
}

/** The last event there, with the calls that overlap it. */
function explained(run: Run, difference: Difference): Shown | undefined {
  if ('cell' in difference) return explainedByWrite(run, difference.cell);
  if ('late' in difference) return explainedByEnd(run, difference.late);
  return 'about' in difference ? explainedByEffect(run, difference.about) : undefined;
}

function explainedByWrite({ events, start }: Run, cell: string): Shown | undefined {
  const owner = cell.replace(/\[.*$/s, '.*');
  const index = events.findLastIndex(
    (event, at) =>
      at >= start &&
      event.kind === 'write' &&
      (event.cell.key === cell || (event.cell.key === owner && event.how === 'clear')),
  );
  const last = events[index];
  if (last?.kind !== 'write' || last.unit.id === 0) return undefined;
  const began = startOf(events, last.unit);
  const foreign = events.findLastIndex(
    (event, at) => at > began && at < index && isOfCell(event, last) && areForeign(event.unit, last.unit),
  );
  if (began !== -1 && foreign !== -1) return { last, seen: began, between: foreign, act: index };
  return around(events, last, index);
}

/** One call ends what another one has begun to do, and that goes on. */
function explainedByEffect({ events, start }: Run, about: string): Shown | undefined {
  const isAbout = (event: TraceEvent): event is Effect => event.kind === 'effect' && event.about?.what === about;
  const act = events.findLastIndex((event, at) => at >= start && isAbout(event));
  const last = events[act];
  if (last?.kind !== 'effect') return undefined;
  const seen = startOf(events, last.unit);
  const between = events.findLastIndex(
    (event, at) =>
      at > seen &&
      at < act &&
      isAbout(event) &&
      areForeign(event.unit, last.unit) &&
      event.about!.ends !== last.about!.ends,
  );
  return seen === -1 || between === -1 ? undefined : { last, seen, between, act };
}

/** One call goes on with what another one has ended. */
function explainedByEnd({ events, start }: Run, term: string): Shown | undefined {
  for (const [act, last] of events.entries()) {
    if (act < start || last.kind !== 'effect' || withoutNumbers(last.term) !== term || !last.about) continue;
    const thing = last.about.of;
    const seen = startOf(events, last.unit);
    const between = events.findIndex(
      (event, at) =>
        at > seen && event.kind === 'effect' && areForeign(event.unit, last.unit) && endedBy(event).includes(thing),
    );
    if (seen === -1 || between === -1) continue;
    if (between < act) return { last, seen, between, act };
    // It was ended under the hands of the one who waits for it.
    const over = events.findIndex(
      (event, at) => at > between && event.kind === 'end' && !areForeign(event.unit, last.unit),
    );
    if (over !== -1) return { last, seen, between, act: over };
  }
  return undefined;
}

/** R1, R6: the call has looked at something that the other had changed; or what was put in is pushed out by others. */
function isMeant({ events }: Run, { last, seen, between, act }: Shown): boolean {
  if (last.kind === 'write' && last.how === 'clear') return false;
  if (last.kind === 'effect' && events[act]!.kind === 'end') return !looksForOthers(events, last, between);
  const other = events[between]!.unit;
  const { unit } = events[act]!;
  const changed = new Set(events.flatMap((event) => (isWriteOf(event, other) ? [event.cell.key] : [])));
  const isAware = events
    .slice(between + 1, act)
    .some(
      (event) =>
        event.kind === 'read' &&
        changed.has(event.cell.key) &&
        !areForeign(event.unit, unit) &&
        decides(event, events[act]!),
    );
  if (isAware || last.kind !== 'write' || last.how !== 'delete') return isAware;
  return events.slice(seen, act).some((event) => isWriteOf(event, other) && event.cell.key === last.cell.key);
}

/** Who ends it has looked whether somebody is at work, at something that the other one writes, and should have waited. */
function looksForOthers(events: readonly TraceEvent[], { unit }: Effect, ended: number): boolean {
  const closer = events[ended]!.unit;
  const changed = new Set(events.flatMap((event) => (isWriteOf(event, unit) ? [event.cell.key] : [])));
  return events
    .slice(0, ended)
    .some((event) => event.kind === 'read' && changed.has(event.cell.key) && !areForeign(event.unit, closer));
}

/** A call that ends has made use of whatever it has read. */
function decides({ bit }: { readonly bit: number }, act: TraceEvent): boolean {
  return (act.kind !== 'write' && act.kind !== 'effect') || ((act.control >> BigInt(bit)) & 1n) === 1n;
}

function isWriteOf(event: TraceEvent, unit: Unit): event is Write {
  return event.kind === 'write' && !areForeign(event.unit, unit);
}

function isOfCell(event: TraceEvent, { cell }: Write): boolean {
  return event.kind === 'write' && (event.cell.key === cell.key || event.cell.owner === cell.owner);
}

/** It was written while another call was under way. */
function around(events: readonly TraceEvent[], last: Write, index: number): Shown | undefined {
  for (const [seen, began] of events.entries()) {
    if (began.kind !== 'start' || seen > index || !areForeign(began.unit, last.unit)) continue;
    const end = events.findIndex((event) => event.kind === 'end' && event.unit === began.unit);
    const act = end > index ? end : lastDeed(events, began.unit);
    if (act > index) return { last, seen, between: index, act };
  }
  return undefined;
}

/** What it has begun goes on when it has ended. */
function lastDeed(events: readonly TraceEvent[], root: Unit): number {
  return events.findLastIndex(
    (event) => (event.kind === 'write' || event.kind === 'effect') && !areForeign(event.unit, root),
  );
}

function startOf(events: readonly TraceEvent[], unit: Unit): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return events.findIndex((event) => event.kind === 'start' && event.unit.id === root.id);
}
