// HD6007, second form: a call returns the answer to what another call has asked. These are candidates: in every serial order
// it must return the answer to its own question (model/script/outcome).

import { areForeign } from '../../../../model/script/machine/frame.js';
import type { TraceEvent } from '../../../../model/script/machine/trace.js';
import { termOf, Unknown } from '../../../../model/script/machine/value.js';
import { isArgument } from '../../../../model/script/outcome/outcome.js';
import type { History } from '../history.js';
import type { Violation } from '../violation.js';

export function* misdirected({ events, parameters }: History): Generator<Violation> {
  for (const [act, end] of events.entries()) {
    if (end.kind !== 'end' || end.outcome !== 'returned' || end.unit.id >= 0) continue;
    const term = termOf(end.raw);
    if (![...parameters].some((name) => isArgument(name, term))) continue;
    const seen = events.findIndex((event) => event.kind === 'start' && event.unit.id === end.unit.id);
    const between = events.findIndex((event) => isQuestion(event, term) && areForeign(event.unit, end.unit));
    const asked = events[between];
    if (asked?.kind !== 'read') continue;
    yield {
      code: 'HD6007',
      location: asked.cell.name,
      unit: end.unit,
      other: asked.unit,
      seen,
      between,
      act,
      spot: asked.spot,
      severity: 'error',
    };
  }
}

/** What is returned, or a part of it, was answered here. */
function isQuestion(event: TraceEvent, term: string): boolean {
  return event.kind === 'read' && event.cell.external && event.raw instanceof Unknown && term.includes(event.raw.term);
}
