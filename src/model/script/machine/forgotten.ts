// Calls that wait for ever because nobody can wake them: the run is over, the promise is pending, and what would settle it
// is held by nobody any more, since another call has put something of its own in its place.

import { areForeign, type Scope } from './frame.js';
import type { Deferred, Machine } from './machine.js';
import type { TraceEvent } from './trace.js';
import { type Raw, Thing } from './value.js';

type Lost = Extract<TraceEvent, { kind: 'deadlock' }>;

export function forgotten(machine: Machine): Lost[] {
  const open = machine.deferreds.filter(({ promise, unit }) => unit.id !== 0 && isAwaited(promise));
  if (open.length === 0) return [];
  const missed = open.flatMap((deferred) => missedEvent(machine, deferred));
  if (missed.length > 0) return missed;
  const held = reachable(rootsOf(machine));
  return open.flatMap((deferred): Lost[] => {
    if (deferred.settlers.some((settler) => held.has(settler))) return [];
    const lost = overwritten(machine, deferred);
    const write = lost === -1 ? undefined : machine.events[lost];
    if (write?.kind !== 'write') return [];
    return [{ kind: 'deadlock', unit: deferred.unit, spot: deferred.spot, what: write.cell.name, lost }];
  });
}

/** It listens for an event that came, unheard, while its call was under way. */
function missedEvent({ unheard, events }: Machine, { settlers, unit, spot }: Deferred): Lost[] {
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
