// Is what an execution leaves behind what some serial order leaves behind? Compared are the locations in memory and outside
// together with what was done outside: who asks less there than in the order has joined somebody else's request; what was
// ended last is not to go on.

import { areForeign, type Unit } from '../machine/frame.js';
import type { Run } from '../machine/run.js';
import type { TraceEvent } from '../machine/trace.js';
import { withoutNumbers } from './numbers.js';
import { type Effect, endedBy, type Outcome, outcomeOf } from './outcome.js';
import type { Held } from './state.js';

type Write = Extract<TraceEvent, { kind: 'write' }>;

export interface Left {
  /** What is as in no order: a location that is written, or what is done outside. */
  readonly last: Write | Effect;
  /** The call around it, what came in between, and where it shows. */
  readonly seen: number;
  readonly between: number;
  readonly act: number;
}

type Difference =
  | { readonly cell: string }
  | { readonly effect: string }
  | { readonly about: string }
  | { readonly late: string };

/** Undefined: some order ends like this, or what differs may be meant. */
export function leftAsInNoOrder(run: Run, serial: readonly Outcome[]): Left | undefined {
  if (!isComparable(run)) return undefined;
  for (const difference of nearest(run, serial)) {
    const found = explained(run, difference);
    if (found && !isMeant(run, found)) return found;
  }
  return undefined;
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
  for (const [path, held] of mine.state) if (differs(run, held, other.state.get(path))) found.push({ cell: held.cell });
  for (const [path, held] of other.state)
    if (!mine.state.has(path) && differs(run, undefined, held)) found.push({ cell: held.cell });
  for (const [term, count] of mine.effects) if (count > (other.effects.get(term) ?? 0)) found.push({ effect: term });
  for (const [about, ends] of mine.last) if (!ends && other.last.get(about) === true) found.push({ about });
  for (const late of mine.late) if (!other.late.has(late)) found.push({ late });
  return found;
}

/** R9: what is only counted is not compared; outside, only whether it is there. */
function differs(run: Run, mine: Held | undefined, other: Held | undefined): boolean {
  if (textOf(mine) === textOf(other)) return false;
  const { cell } = (mine ?? other)!;
  if (cell.startsWith('outside ')) return mine !== undefined && other !== undefined && (isGone(mine) || isGone(other));
  return !(isNumber(mine) && isNumber(other)) || isDeciding(run, cell);
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
function explained(run: Run, difference: Difference): Left | undefined {
  if ('cell' in difference) return explainedByWrite(run, difference.cell);
  if ('late' in difference) return explainedByEnd(run, difference.late);
  return 'about' in difference ? explainedByEffect(run, difference.about) : undefined;
}

function explainedByWrite({ events, start }: Run, cell: string): Left | undefined {
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
function explainedByEffect({ events, start }: Run, about: string): Left | undefined {
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
function explainedByEnd({ events, start }: Run, term: string): Left | undefined {
  for (const [act, last] of events.entries()) {
    if (act < start || last.kind !== 'effect' || withoutNumbers(last.term) !== term || !last.about) continue;
    const thing = last.about.of;
    const seen = startOf(events, last.unit);
    const between = events.findIndex(
      (event, at) =>
        at > seen &&
        at < act &&
        event.kind === 'effect' &&
        areForeign(event.unit, last.unit) &&
        endedBy(event).includes(thing),
    );
    if (seen !== -1 && between !== -1) return { last, seen, between, act };
  }
  return undefined;
}

/** R1, R6: the call has looked at something that the other had changed; or what was put in is pushed out by others. */
function isMeant({ events }: Run, { last, seen, between, act }: Left): boolean {
  if (last.kind === 'write' && last.how === 'clear') return false;
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
function around(events: readonly TraceEvent[], last: Write, index: number): Left | undefined {
  for (const [seen, began] of events.entries()) {
    if (began.kind !== 'start' || seen > index || !areForeign(began.unit, last.unit)) continue;
    const act = events.findIndex((event) => event.kind === 'end' && event.unit === began.unit);
    if (act > index) return { last, seen, between: index, act };
  }
  return undefined;
}

function startOf(events: readonly TraceEvent[], unit: Unit): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return events.findIndex((event) => event.kind === 'start' && event.unit.id === root.id);
}
