// HD6011, third form: a call publishes something and then makes it ready, and another call finds it and uses it, or gives it
// away, before it is. In every serial order it is ready, or not there. Who looks whether it is ready has noticed.

import { areForeign } from '../../../model/script/machine/frame.js';
import type { TraceEvent } from '../../../model/script/machine/trace.js';
import { Thing, Unknown } from '../../../model/script/machine/value.js';
import { preparing } from '../../../model/script/outcome/preparing.js';
import type { History, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

export function* unready(history: History): Generator<Violation> {
  for (const published of history.writes) {
    const { raw, unit, cell, spot } = published;
    if (cell.external || !(raw instanceof Thing ? raw.kind === 'object' : raw instanceof Unknown)) continue;
    const ready = preparing(history.events, published.index);
    if (!ready || !(isMadeHere(history, published) || isNumbered(published))) continue;
    for (const between of usesBetween(history, published, ready)) {
      if (isAware(history, between, published)) continue;
      yield {
        code: 'HD6011',
        location: cell.name,
        unit,
        other: history.events[between]!.unit,
        seen: published.index,
        between,
        act: ready,
        spot,
        severity: 'error',
      };
    }
  }
}

/** `makeRoom(id)`, `rooms.create(id)`: nobody else has it. */
const made = /^(?:[\w$]+\.)*(?:make|create|new|build|open|spawn|construct|factory)(?:[A-Z]\w*)?\(.*\)$/;

/** The answer of a call outside, not what the caller has given. */
function isNumbered({ raw }: WriteEvent): boolean {
  return raw instanceof Unknown && (/#\d+$/.test(raw.term) || made.test(raw.term));
}

/** Nobody else knew it before. */
function isMadeHere({ events }: History, { raw, index }: WriteEvent): boolean {
  return raw instanceof Thing && !events.slice(0, index).some((event) => event.kind === 'write' && event.raw === raw);
}

function usesBetween({ events }: History, { raw, unit, cell }: WriteEvent, ready: number): number[] {
  const found: number[] = [];
  let isFound = false;
  for (const [index, event] of events.entries()) {
    if (index >= ready || !areForeign(event.unit, unit)) continue;
    if (event.kind === 'read' && event.cell.key === cell.key && event.raw === raw) isFound = true;
    if (isFound && isUse(event, raw)) found.push(index);
  }
  return found;
}

function isUse(event: TraceEvent, raw: WriteEvent['raw']): boolean {
  if (event.kind === 'end') return event.outcome === 'returned' && event.raw === raw;
  if (event.kind !== 'effect' || !(raw instanceof Unknown)) return false;
  return event.about !== undefined && !event.about.ends && event.about.of === raw.term;
}

/** It has looked at something else that the publishing call writes: whether it is ready. */
function isAware(history: History, between: number, published: WriteEvent): boolean {
  const { unit } = history.events[between]!;
  return history.events
    .slice(0, between)
    .some(
      (event) =>
        event.kind === 'read' &&
        !areForeign(event.unit, unit) &&
        event.cell.key !== published.cell.key &&
        history.writesOf(event.cell.key).some((write) => !areForeign(write.unit, published.unit)),
    );
}
