// HD6004, further form: a call closes what is there, waits for that, and takes it away; what another call has opened in its
// place meanwhile is taken away instead, and nobody closes it. Where the call takes it away because of what it saw, that is
// a stale check (HD6001).

import { areForeign } from '../../../../model/script/machine/frame.js';
import type { History, ReadEvent, WriteEvent } from '../history.js';
import { isOpened } from '../lifecycle.js';
import type { Violation } from '../violation.js';

export function* lostOpened(history: History): Generator<Violation> {
  for (const write of history.writes) {
    const { cell, unit, index, spot } = write;
    if (cell.external || write.how !== 'set' || !isNothing(write)) continue;
    const seen = history.readsOf(cell.key).findLast((read) => read.index < index && !areForeign(read.unit, unit));
    if (!seen || isNothing(seen) || ((write.control | write.value) >> BigInt(seen.bit)) & 1n) continue;
    const opened = history.foreignWrites(cell.key, seen.index, index, unit, seen.unit).at(-1);
    if (!opened || opened.raw === seen.raw || !isOpened(opened.raw) || !closesIt(history, seen, opened)) continue;
    yield {
      code: 'HD6004',
      location: cell.name,
      unit,
      other: opened.unit,
      seen: seen.index,
      between: opened.index,
      act: index,
      spot,
      severity: 'error',
    };
  }
}

function isNothing({ raw }: ReadEvent | WriteEvent): boolean {
  return raw === undefined || raw === null;
}

/** Between the look and what comes between, it ends something outside. */
function closesIt({ events }: History, seen: ReadEvent, opened: WriteEvent): boolean {
  return events
    .slice(seen.index, opened.index)
    .some((event) => event.kind === 'effect' && event.about?.ends === true && !areForeign(event.unit, seen.unit));
}
