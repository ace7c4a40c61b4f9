// Does an execution show what a finding claims, at the moments that it names? Straight from the definitions of section 2.5
// of frontend-typescript.md; the rules that keep harmless cases quiet are the engine's business.

import { areForeign, isAncestor } from '../../model/script/machine/frame.js';
import type { TraceEvent } from '../../model/script/machine/trace.js';
import { Thing, termOf, Unknown } from '../../model/script/machine/value.js';
import { isDropped } from '../../model/script/outcome/dropped.js';
import { preparing } from '../../model/script/outcome/preparing.js';
import type { PropertyOf } from '../../verdict/property.js';

export interface Moments {
  readonly seen: number;
  readonly between: number;
  readonly act: number;
}

/** Undefined if it does, else what is missing. */
export function showsViolation(
  events: readonly TraceEvent[],
  start: number,
  code: string,
  moments: Moments,
): string | undefined {
  const [seen, between, act] = [events[moments.seen], events[moments.between], events[moments.act]];
  if (!seen || !between || !act) return 'the execution is shorter than the finding says';
  if (code === 'HD6009') return keptAfterFailure(events, moments);
  if (code === 'HD6003' && seen.kind === 'left') return lateLoser(seen, between, act);
  if (code === 'HD6004' && seen.kind === 'left') return lateOfMany(seen, between, act, moments);
  if (code === 'HD6007' && seen.kind === 'start') return otherAnswer(seen, between, act, moments);
  if (code === 'HD6008') return waits(seen, between, act);
  if (act.kind === 'opened') return droppedUnseen(events, seen, moments);
  const inOrder = start <= moments.seen && moments.seen < moments.between && moments.between < moments.act;
  if (!inOrder) return 'the moments are not in order';
  if (areForeign(seen.unit, act.unit) && code !== 'HD6006')
    return 'what was seen and what was done are of different calls';
  if (!areForeign(between.unit, act.unit) || !areForeign(between.unit, seen.unit))
    return 'what comes between is of the same call';
  if (code === 'HD6011' && act.kind === 'resume') return usedUnready(events, seen, between, moments);
  if (code === 'HD6011' && seen.kind === 'start') return goesOnAfter(between, act);
  if (between.kind !== 'write') return 'nothing is written in between';
  if (code === 'HD6011' && act.kind === 'write') return joinedLate(events, seen, between, act, moments);
  switch (code) {
    case 'HD6001':
    case 'HD6002':
    case 'HD6005':
      return stale(seen, between, act, code);
    case 'HD6003':
      if (act.kind === 'effect') return superseded(events, seen, between, act, moments);
      if (seen.kind === 'start') return lateAnswer(events, between, act, moments);
      if (seen.kind === 'read') return olderStored(events, seen, between, act, moments);
      return act.kind === 'write' &&
        seen.kind === 'write' &&
        seen.cell.key === between.cell.key &&
        act.cell.key !== seen.cell.key &&
        act.cell.owner === seen.cell.owner
        ? undefined
        : 'the writes are not of two locations of one object';
    case 'HD6004':
      return act.kind === 'broken' || act.kind === 'write' ? undefined : 'nothing is used afterwards';
    case 'HD6007':
      return seen.kind === 'read' &&
        act.kind === 'end' &&
        seen.cell.key === between.cell.key &&
        act.deps & (1n << BigInt(seen.bit))
        ? undefined
        : 'the end does not depend on the read';
    case 'HD6011':
      return actsOutside(events, moments);
    case 'HD6006':
      return seen.kind === 'iterate' && seen.cell.key === between.cell.key && between.how === 'shift'
        ? undefined
        : 'no elements are shifted during the iteration';
    default:
      return `no check for ${code}`;
  }
}

/** What was stored after the look was handed to all who are registered, before one more is. */
function joinedLate(
  events: readonly TraceEvent[],
  read: TraceEvent,
  missed: Extract<TraceEvent, { kind: 'write' }>,
  joins: Extract<TraceEvent, { kind: 'write' }>,
  { between, act }: Moments,
): string | undefined {
  if (read.kind !== 'read' || read.cell.owner !== missed.cell.owner) return 'what was read was not changed';
  const isHanded = events
    .slice(between, act)
    .some(
      (event) =>
        (event.kind === 'iterate' || event.kind === 'read') &&
        event.cell.key === joins.cell.key &&
        !areForeign(event.unit, missed.unit),
    );
  return isHanded && (joins.how === 'add' || joins.how === 'set')
    ? undefined
    : 'nobody has gone through the registered';
}

/** Both have noted that they are the last, and the older one shows its answer after the newer one. */
function superseded(
  events: readonly TraceEvent[],
  note: TraceEvent,
  newer: Extract<TraceEvent, { kind: 'write' }>,
  act: Extract<TraceEvent, { kind: 'effect' }>,
  { between, act: at }: Moments,
): string | undefined {
  if (note.kind !== 'write' || note.cell.key !== newer.cell.key) return 'not two notes in one location';
  const isShown = events
    .slice(between, at)
    .some((event) => event.kind === 'effect' && event.name === act.name && !areForeign(event.unit, newer.unit));
  return isShown ? undefined : 'the newer one has shown nothing';
}

/** What was opened for the call is never spoken of again. */
function droppedUnseen(events: readonly TraceEvent[], seen: TraceEvent, { seen: at, between, act }: Moments) {
  if (!(at < between && between < act)) return 'the moments are not in order';
  if (seen.kind !== 'start' || areForeign(seen.unit, events[act]!.unit)) return 'it was opened for another call';
  return isDropped(events, act) ? undefined : 'somebody takes it';
}

/** It was found by another call and used, or returned, before the one that has put it there goes on. */
function usedUnready(
  events: readonly TraceEvent[],
  published: TraceEvent,
  use: TraceEvent,
  { seen, between, act }: Moments,
): string | undefined {
  if (published.kind !== 'write' || preparing(events, seen) !== act) return 'it is not made ready';
  const isFound = events
    .slice(seen, between)
    .some((event) => event.kind === 'read' && event.raw === published.raw && !areForeign(event.unit, use.unit));
  return isFound && (use.kind === 'end' || use.kind === 'effect') ? undefined : 'nobody uses it before';
}

/** What is left behind is compared with the serial orders: there is nothing more to see here. */
function goesOnAfter(between: TraceEvent, act: TraceEvent): string | undefined {
  if (between.kind === 'write') return undefined;
  const goesOn = act.kind === 'effect' || act.kind === 'end';
  return between.kind === 'effect' && goesOn ? undefined : 'nothing is written or done in between';
}

/** What the finding names must have taken part: the calls, and the location, which for stale values is the one written. */
export function wrongName(
  events: readonly TraceEvent[],
  { code, location, unit, other }: PropertyOf<'interleaving'>,
  { act }: Moments,
): string | undefined {
  const calls = new Set(events.map((event) => event.unit.entry));
  const stranger = [unit, other].find((name) => name !== undefined && !calls.has(name));
  if (stranger !== undefined) return `no call is ${stranger}`;
  const last = events[act];
  const isStale = ['HD6001', 'HD6002', 'HD6005'].includes(code) && !(last?.kind === 'write' && last.how === 'clear');
  const named = (isStale ? events.slice(act, act + 1) : events).flatMap(locationsOf);
  return location === undefined || named.includes(location) ? undefined : `it is not about ${location}`;
}

function locationsOf(event: TraceEvent): string[] {
  if ('cell' in event) return [typeof event.cell === 'string' ? event.cell : event.cell.name];
  if (event.kind === 'effect') return [event.name];
  return 'what' in event ? [event.what] : [];
}

/** It acts on a read that is out of date, or on what stands in the place of what it has put there itself. */
function actsOutside(events: readonly TraceEvent[], moments: Moments): string | undefined {
  const [seen, between, act] = [events[moments.seen]!, events[moments.between]!, events[moments.act]!];
  if (act.kind !== 'effect' || !act.counts) return 'nothing is done outside';
  if (between.kind !== 'write' || !('cell' in seen) || typeof seen.cell === 'string') return 'nothing was seen';
  if (seen.cell.key !== between.cell.key) return 'not all of one location';
  const used = events.slice(0, moments.act).filter((event, index) => {
    if (event.kind !== 'read' || event.cell.key !== between.cell.key || areForeign(event.unit, act.unit)) return false;
    const isUsed = ((act.deps | act.control) & (1n << BigInt(event.bit))) !== 0n;
    return isUsed && (index > moments.between || index === moments.seen);
  });
  if (seen.kind === 'read') return used.length === 1 && used[0] === seen ? undefined : 'it does not act on that read';
  const isReplaced = used.some((event) => event.kind === 'read' && event.raw === between.raw);
  return seen.kind === 'write' && isReplaced ? undefined : 'it does not use what was put there';
}

/** In a circle, for what was overwritten, or because of a read that was out of date when it began to wait. */
function waits(seen: TraceEvent, between: TraceEvent, act: TraceEvent): string | undefined {
  if (act.kind !== 'deadlock') return 'nothing waits for itself';
  if (act.stale === undefined) return undefined;
  if (seen.kind !== 'read' || areForeign(seen.unit, act.unit)) return 'the call has not looked';
  const isOvertaken =
    between.kind === 'write' && between.cell.key === seen.cell.key && areForeign(between.unit, act.unit);
  return isOvertaken ? undefined : 'what it saw is not out of date';
}

function keptAfterFailure(events: readonly TraceEvent[], { seen, between, act }: Moments): string | undefined {
  const [taken, failure, end] = [events[seen]!, events[between]!, events[act]!];
  if (taken.kind === 'write' && between === act) return keptFailure(events, taken, end, seen);
  if (!(seen < between && between < act)) return 'the moments are not in order';
  if (taken.kind !== 'write') return 'nothing is taken';
  if (failure.kind !== 'resume' || !failure.rejected) return 'nothing fails';
  if (end.kind !== 'end') return 'the call has not ended';
  const isGivenBack = events.some(
    (event, index) => index > between && event.kind === 'write' && event.cell.key === taken.cell.key,
  );
  return isGivenBack ? 'it is given back' : undefined;
}

/** What is stored is a promise that has failed, and nobody stores anything else there. */
function keptFailure(
  events: readonly TraceEvent[],
  kept: Extract<TraceEvent, { kind: 'write' }>,
  end: TraceEvent,
  seen: number,
): string | undefined {
  if (!(kept.raw instanceof Thing) || kept.raw.promise?.status !== 'rejected') return 'what is kept has not failed';
  if (end.kind !== 'end' || end.outcome !== 'threw') return 'the call has not failed';
  const isReplaced = events.some(
    (event, index) => index > seen && event.kind === 'write' && event.cell.key === kept.cell.key,
  );
  return isReplaced ? 'it is replaced' : undefined;
}

function lateLoser(left: TraceEvent, newer: TraceEvent, late: TraceEvent): string | undefined {
  if (newer.kind !== 'write' || late.kind !== 'write') return 'not two writes';
  if (newer.cell.key !== late.cell.key) return 'not of one location';
  if (!isAncestor(left.unit, late.unit)) return 'the late write is not of what was left behind';
  return isAncestor(left.unit, newer.unit) ? 'both writes are of what was left behind' : undefined;
}

/** What is returned is what another call was answered. */
function otherAnswer(
  began: TraceEvent,
  asked: TraceEvent,
  end: TraceEvent,
  { seen, between, act }: Moments,
): string | undefined {
  if (end.kind !== 'end' || end.unit !== began.unit) return 'the call has not ended';
  if (asked.kind !== 'read' || !areForeign(asked.unit, end.unit)) return 'no other call has asked';
  const isReturned = asked.raw instanceof Unknown && termOf(end.raw).includes(asked.raw.term);
  return isReturned && Math.max(seen, between) < act ? undefined : 'the answer is not returned';
}

/** A call that began later has been answered, and its answer is overwritten. */
function lateAnswer(
  events: readonly TraceEvent[],
  newer: Extract<TraceEvent, { kind: 'write' }>,
  late: TraceEvent,
  { seen, between }: Moments,
): string | undefined {
  if (late.kind !== 'write' || late.cell.key !== newer.cell.key) return 'not two writes of one location';
  const began = events.findIndex((event) => event.kind === 'start' && !areForeign(event.unit, newer.unit));
  return seen < began && began < between ? undefined : 'the other call did not begin later';
}

/** What is stored last was read before what is stored first, and changed between. */
function olderStored(
  events: readonly TraceEvent[],
  read: Extract<TraceEvent, { kind: 'read' }>,
  newer: Extract<TraceEvent, { kind: 'write' }>,
  late: TraceEvent,
  { seen, between }: Moments,
): string | undefined {
  if (late.kind !== 'write' || late.cell.key !== newer.cell.key) return 'not two writes of one location';
  if (!(late.value & (1n << BigInt(read.bit)))) return 'the value does not depend on the read';
  const changed = events.findIndex(
    (event, index) => index > seen && event.kind === 'write' && event.cell.key === read.cell.key,
  );
  const isNewer = events.some(
    (event, index) =>
      changed !== -1 &&
      index > changed &&
      index < between &&
      event.kind === 'read' &&
      event.cell.key === read.cell.key &&
      (newer.value & (1n << BigInt(event.bit))) !== 0n,
  );
  return isNewer ? undefined : 'what was stored before is not newer';
}

/** What was left behind adds to what the others of its call have gone through. */
function lateOfMany(
  left: TraceEvent,
  passed: TraceEvent,
  late: TraceEvent,
  { seen, between, act }: Moments,
): string | undefined {
  if (!(seen < between && between < act)) return 'the moments are not in order';
  if ((passed.kind !== 'iterate' && passed.kind !== 'read') || late.kind !== 'write' || late.how !== 'add')
    return 'nothing is added late';
  if (passed.cell.key !== late.cell.key) return 'not of one location';
  if (!isAncestor(left.unit, late.unit)) return 'the late write is not of what was left behind';
  return isAncestor(left.unit, passed.unit) ? 'both are of what was left behind' : undefined;
}

function stale(
  seen: TraceEvent,
  between: Extract<TraceEvent, { kind: 'write' }>,
  act: TraceEvent,
  code: string,
): string | undefined {
  if (act.kind !== 'write') return 'nothing is written';
  if (seen.kind === 'write' && seen.raw instanceof Thing && `${seen.raw.id}` === act.cell.owner)
    return `${seen.raw.id}` === act.cell.owner && between.cell.key === act.cell.key
      ? undefined
      : 'it was put there by others';
  if (seen.kind === 'write')
    return seen.cell.key === act.cell.key && between.cell.key === act.cell.key ? undefined : 'not all of one location';
  if (seen.kind !== 'read') return 'nothing is read';
  if (seen.cell.key !== act.cell.key || between.cell.key !== act.cell.key) return 'not all of one location';
  const bit = 1n << BigInt(seen.bit);
  if (act.how === 'clear') return undefined;
  if (code === 'HD6001') return act.control & bit ? undefined : 'the write is not guarded by the read';
  if (code === 'HD6005' && act.raw === true && between.raw === true) return undefined;
  if (code === 'HD6005' && typeof seen.raw === 'number' && typeof act.before === 'number' && !(act.value & bit))
    return act.before >= seen.raw ? undefined : 'there was a place left';
  return act.value & bit ? undefined : 'the value does not depend on the read';
}
