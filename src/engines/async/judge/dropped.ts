// HD6004, fifth form: something is opened for a call that has gone on without it (a time-out came first, another call has closed
// everything), and when it is there nobody takes it, and nobody closes it. These are candidates: it counts if some run takes it.

import { areForeign } from '../../../model/script/machine/frame.js';
import type { Run } from '../../../model/script/machine/run.js';
import { isDropped } from '../../../model/script/outcome/dropped.js';
import type { Violation } from './violation.js';

export interface Opened {
  /** Where in the source it is opened. */
  readonly place: string;
  /** Undefined: it is taken. */
  readonly violation?: Violation;
}

/** Nothing has failed: what is left open after a failure is another matter. */
export function opened({ events, start, steps, abandoned }: Run): Opened[] {
  if (abandoned !== undefined || steps.some((step) => step.do === 'reject')) return [];
  return events.slice(start).flatMap((event): Opened[] => {
    if (event.kind !== 'opened' || event.unit.id === 0) return [];
    const place = `${event.spot.module}:${event.spot.span.start}`;
    const act = event.index!;
    if (!isDropped(events, act)) return [{ place }];
    const seen = events.findIndex((other) => other.kind === 'start' && !areForeign(other.unit, event.unit));
    const between = events.findLastIndex((other, index) => index < act && index > seen && other.kind !== 'opened');
    if (seen === -1 || between === -1) return [];
    const { unit, spot, what } = event;
    const other = events[between]!.unit;
    return [
      {
        place,
        violation: { code: 'HD6004', location: what, unit, other, seen, between, act, spot, severity: 'error' },
      },
    ];
  });
}
