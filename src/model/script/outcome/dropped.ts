// Is what was opened taken by nobody: not stored, not returned, not used, not closed?

import type { TraceEvent } from '../machine/trace.js';
import { type Raw, termOf, Unknown } from '../machine/value.js';

export function isDropped(events: readonly TraceEvent[], opened: number): boolean {
  const event = events[opened];
  if (event?.kind !== 'opened') return false;
  const { term } = event;
  const speaksOf = (raw: Raw) => raw instanceof Unknown && raw.term.includes(term);
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
