// Is what an execution leaves behind what some serial order leaves behind? Compared are the locations in memory and outside
// together with what was done outside: who asks less there than in the order has joined somebody else's request.

import { areForeign, type Unit } from '../machine/frame.js';
import type { Run } from '../machine/run.js';
import type { TraceEvent } from '../machine/trace.js';
import { type Outcome, outcomeOf } from './outcome.js';
import type { Held } from './state.js';

type Write = Extract<TraceEvent, { kind: 'write' }> & { readonly index: number };

export interface Left {
  /** The location that is as in no order. */
  readonly write: Write;
  /** The call around it, what came in between, and where it shows. */
  readonly seen: number;
  readonly between: number;
  readonly act: number;
}

/** Undefined: some order ends like this, or what differs may be meant. */
export function leftAsInNoOrder(run: Run, serial: readonly Outcome[]): Left | undefined {
  if (!isComparable(run)) return undefined;
  for (const cell of nearest(outcomeOf(run), serial)) {
    const found = explained(run, cell);
    if (found && !isMeant(run, found)) return found;
  }
  return undefined;
}

/** Nothing failed, no timer came first, and no two unknown names were found to mean the same: an order would do otherwise. */
function isComparable({ steps, machine }: Run): boolean {
  if (steps.some((step) => step.do === 'reject' || step.do === 'fire')) return false;
  return ![...machine.facts].some(([fact, is]) => is && / is /.test(fact));
}

/** The locations in which it differs from the order that is most like it. */
function nearest(mine: Outcome, serial: readonly Outcome[]): string[] {
  let best: string[] | undefined;
  for (const other of serial) {
    const cells = differences(mine, other);
    if (cells.length === 0) return [];
    if (!best || cells.length < best.length) best = cells;
  }
  return best ?? [];
}

function differences(mine: Outcome, other: Outcome): string[] {
  const cells: string[] = [];
  for (const [path, held] of mine.state) if (differs(held, other.state.get(path))) cells.push(held.cell);
  for (const [path, held] of other.state) if (!mine.state.has(path) && differs(undefined, held)) cells.push(held.cell);
  for (const [term, count] of mine.effects) if (count > (other.effects.get(term) ?? 0)) cells.push(`effect ${term}`);
  return cells;
}

/** R9: what is counted is not compared; outside, only what is no longer there. */
function differs(mine: Held | undefined, other: Held | undefined): boolean {
  if (textOf(mine) === textOf(other)) return false;
  const isOutside = (mine ?? other)!.cell.startsWith('outside ');
  if (isOutside) return mine?.text === 'undefined' && other !== undefined;
  return !(isNumber(mine) && isNumber(other));
}

/** What is not there is undefined. */
function textOf(held: Held | undefined): string {
  return held?.text ?? 'undefined';
}

function isNumber(held: Held | undefined): boolean {
  return held !== undefined && /^-?\d+(?:\.\d+)?$/.test(held.text);
}

/** The last write there, with the calls that overlap it. */
function explained({ events, start }: Run, cell: string): Left | undefined {
  const owner = cell.replace(/\[.*$/s, '.*');
  const index = events.findLastIndex(
    (event, at) =>
      at >= start &&
      event.kind === 'write' &&
      (event.cell.key === cell || (event.cell.key === owner && event.how === 'clear')),
  );
  const write = events[index];
  if (write?.kind !== 'write' || write.unit.id === 0) return undefined;
  const last = write as Write;
  const began = startOf(events, write.unit);
  const foreign = events.findLastIndex(
    (event, at) => at > began && at < index && isOfCell(event, last) && areForeign(event.unit, write.unit),
  );
  if (began !== -1 && foreign !== -1) return { write: last, seen: began, between: foreign, act: index };
  return around(events, last);
}

/** R1, R6: the call has looked at something that the other had changed; or what was put in is pushed out by others. */
function isMeant({ events }: Run, { write, seen, between, act }: Left): boolean {
  if (write.how === 'clear') return false;
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
  if (isAware || write.how !== 'delete') return isAware;
  return events.slice(seen, act).some((event) => isWriteOf(event, other) && event.cell.key === write.cell.key);
}

/** A call that ends has made use of whatever it has read. */
function decides({ bit }: { readonly bit: number }, act: TraceEvent): boolean {
  return act.kind !== 'write' || ((act.control >> BigInt(bit)) & 1n) === 1n;
}

function isWriteOf(event: TraceEvent, unit: Unit): event is Write {
  return event.kind === 'write' && !areForeign(event.unit, unit);
}

function isOfCell(event: Write | TraceEvent, { cell }: Write): boolean {
  return event.kind === 'write' && (event.cell.key === cell.key || event.cell.owner === cell.owner);
}

/** It was written while another call was under way. */
function around(events: readonly TraceEvent[], write: Write): Left | undefined {
  for (const [seen, began] of events.entries()) {
    if (began.kind !== 'start' || seen > write.index || !areForeign(began.unit, write.unit)) continue;
    const act = events.findIndex((event) => event.kind === 'end' && event.unit === began.unit);
    if (act > write.index) return { write, seen, between: write.index, act };
  }
  return undefined;
}

function startOf(events: readonly TraceEvent[], unit: Unit): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return events.findIndex((event) => event.kind === 'start' && event.unit.id === root.id);
}
