// Is what was opened taken by nobody: not stored, not returned, not used, not closed?

import type { TraceEvent } from '../machine/trace.js';
import { type Raw, Thing, termOf, Unknown } from '../machine/value.js';

export function isDropped(events: readonly TraceEvent[], opened: number): boolean {
  const event = events[opened];
  if (event?.kind !== 'opened') return false;
  const { term } = event;
  const speaksOf = (raw: Raw) => raw instanceof Unknown && raw.term.includes(term);
  if (isPromised(events, opened, term)) return false;
  return !events.slice(opened + 1).some((later) => {
    switch (later.kind) {
      case 'read':
      case 'write':
      case 'end':
        return speaksOf(later.raw) || termOf(later.raw).includes(term);
      case 'effect':
        return later.term.includes(term);
      default:
        return false;
    }
  });
}

/** `this.subscription ??= broker.subscribe(…)`: the promise of it is kept, before and when it is there. */
function isPromised(events: readonly TraceEvent[], opened: number, term: string): boolean {
  const kept = new Map<string, Raw>();
  for (const event of events.slice(0, opened)) if (event.kind === 'write') kept.set(event.cell.key, event.raw);
  return [...kept.values()].some(
    (raw) =>
      raw instanceof Thing && raw.promise?.status === 'fulfilled' && termOf(raw.promise.value.raw).includes(term),
  );
}
