// HD6008, lost wake-up: a call looks whether it must wait, is away at an await, and begins to wait when what would have woken
// it is over. These are candidates: it counts if the call comes to its end in every serial order (model/script/outcome).

import type { History } from '../history.js';
import type { Violation } from '../violation.js';

export function* unwoken({ events }: History): Generator<Violation> {
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'deadlock' || event.unit.id === 0) continue;
    const { stale, lost, unit, spot } = event;
    if (stale === undefined || lost === undefined) continue;
    yield {
      code: 'HD6008',
      location: event.what,
      unit,
      other: events[lost]!.unit,
      seen: stale,
      between: lost,
      act: index,
      spot,
      severity: 'error',
    };
  }
}
