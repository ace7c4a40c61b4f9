// Calls that wait for ever because nobody can wake them: the run is over, the promise is pending, and what would settle it
// is held by nobody any more, since another call has put something of its own in its place; or whoever would settle it has
// come by before, because the call had looked whether it must wait, and then waited for something else first.

import { areForeign, type Scope, type Unit } from './frame.js';
import type { Machine } from './machine.js';
import type { Deferred } from './pending.js';
import type { Cell, TraceEvent } from './trace.js';
import { type Raw, Thing } from './value.js';

type Lost = Extract<TraceEvent, { kind: 'deadlock' }>;

export function forgotten(machine: Machine): Lost[] {
  const open = machine.deferreds.filter(({ promise, unit }) => unit.id !== 0 && isAwaited(promise));
  if (open.length === 0) return [];
  const missed = open.flatMap((deferred) => [...missedEvent(machine, deferred), ...missedReply(machine, deferred)]);
  if (missed.length > 0) return missed;
  const held = reachable(rootsOf(machine));
  return open.flatMap((deferred): Lost[] => {
    if (deferred.settlers.some((settler) => held.has(settler))) return decidedBefore(machine, deferred);
    const lost = overwritten(machine, deferred);
    const write = lost === -1 ? undefined : machine.events[lost];
    if (write?.kind !== 'write') return [];
    // What a call sends as the name of its request is not given twice.
    if (isEntry(write.cell) && machine.events.some((event) => isAskedFor(event, deferred.unit, write.cell))) return [];
    return [{ kind: 'deadlock', unit: deferred.unit, spot: deferred.spot, what: write.cell.name, lost }];
  });
}

/** It listens for an event that came, unheard, while its call was under way. */
function missedEvent({ unheard, events, options }: Machine, { settlers, unit, spot }: Deferred): Lost[] {
  // What a call with other arguments tells may be meant for somebody else.
  if (options.parameters === 'different') return [];
  const began = events.findIndex((event) => event.kind === 'start' && !areForeign(event.unit, unit));
  return unheard.flatMap(({ emitter, key, index }): Lost[] => {
    const event = events[index];
    if (event?.kind !== 'read' || index < began || !areForeign(event.unit, unit)) return [];
    const listening: unknown = emitter.slot instanceof Map ? emitter.slot.get(key) : undefined;
    const isListening =
      Array.isArray(listening) &&
      listening.some(({ callback }) => settlers.some((each) => reachable([callback]).has(each)));
    return isListening ? [{ kind: 'deadlock', unit, spot, what: event.cell.name, lost: index }] : [];
  });
}

/** It asked outside, the answer came in and found nobody in the table, and only then does it enter itself there. */
function missedReply({ events }: Machine, { settlers, unit, spot, index: made }: Deferred): Lost[] {
  const entered = events.find(
    (event, index) => index >= made && event.kind === 'write' && isEntry(event.cell) && leadsTo(event.raw, settlers),
  );
  if (entered?.kind !== 'write') return [];
  const asked = events.findIndex((event) => isAskedFor(event, unit, entered.cell));
  const lost = events.findIndex(
    (event, index) =>
      asked !== -1 &&
      index > asked &&
      index < made &&
      event.kind === 'read' &&
      event.raw === undefined &&
      isEntry(event.cell) &&
      event.cell.owner === entered.cell.owner &&
      areForeign(event.unit, unit),
  );
  return lost === -1 ? [] : [{ kind: 'deadlock', unit, spot, what: entered.cell.name, lost }];
}

function isEntry({ key, owner }: Cell): boolean {
  return key.startsWith(`${owner}[`);
}

function leadsTo(raw: Raw, settlers: readonly Thing[]): boolean {
  const led = reachable([raw]);
  return settlers.some((settler) => led.has(settler));
}

/** The call has sent the key of the entry: it is the name of what it waits for. */
function isAskedFor(event: TraceEvent, unit: Unit, { key, owner }: Cell): boolean {
  if (event.kind !== 'effect' || event.quiet || areForeign(event.unit, unit)) return false;
  const name = key.slice(owner.length + 1, -1);
  return name !== '' && event.term.split(/[^\w$.]+/).includes(name);
}

/** It waits because of a read that another call has made out of date before anybody could know that it waits. */
function decidedBefore({ events }: Machine, { control, unit, spot, index: made }: Deferred): Lost[] {
  for (const [stale, read] of events.slice(0, made).entries()) {
    if (read.kind !== 'read' || !(control & (1n << BigInt(read.bit))) || areForeign(read.unit, unit)) continue;
    const lost = events.findLastIndex(
      (event, at) =>
        at > stale &&
        at < made &&
        event.kind === 'write' &&
        event.cell.key === read.cell.key &&
        areForeign(event.unit, unit),
    );
    if (lost !== -1) return [{ kind: 'deadlock', unit, spot, what: read.cell.name, lost, stale }];
  }
  return [];
}

function isAwaited({ promise }: Thing): boolean {
  return promise?.status === 'pending' && promise.reactions.length > 0;
}

/** Where another call has overwritten what led to the settlers. */
function overwritten(machine: Machine, { settlers, unit }: Deferred): number {
  return machine.events.findLastIndex((event) => {
    if (event.kind !== 'write' || event.how !== 'set' || !areForeign(event.unit, unit)) return false;
    if (!(event.before instanceof Thing) || event.before === event.raw || !(event.raw instanceof Thing)) return false;
    const led = reachable([event.before]);
    return settlers.some((settler) => led.has(settler));
  });
}

function rootsOf({ moduleScopes, held, registrations, operations, timers }: Machine): (Raw | Scope)[] {
  return [
    ...moduleScopes.values(),
    ...held.map(({ raw }) => raw),
    ...registrations.map(({ callback }) => callback),
    ...operations.map(({ promise }) => promise),
    ...timers.map(({ callback }) => callback.raw),
  ];
}

/** Everything that can be come to from there, through variables of closures too. */
function reachable(roots: readonly (Raw | Scope)[]): Set<unknown> {
  const seen = new Set<unknown>();
  const open: unknown[] = [...roots];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object' || seen.has(next)) continue;
    seen.add(next);
    if (next instanceof Thing) open.push(...partsOf(next));
    else if ('bindings' in next) open.push(...scopeParts(next as Scope));
    else if (next instanceof Map) open.push(...next.values());
    else if (Array.isArray(next)) open.push(...next);
    else if ('callback' in next) open.push(next.callback);
  }
  return seen;
}

function scopeParts({ bindings, parent }: Scope): unknown[] {
  return [...[...bindings.values()].map(({ value }) => value.raw), parent];
}

function partsOf({ items, properties, entries, closure, prototype, slot, promise }: Thing): unknown[] {
  const values = [...items, ...properties.values(), ...[...(entries?.values() ?? [])].map(({ value }) => value)];
  return [...values.map(({ raw }) => raw), closure?.scope, closure?.self?.raw, prototype, slot, promise?.value.raw];
}
