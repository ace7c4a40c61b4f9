// HD6003, fourth form: two calls store what stood in one place of memory, the older state last. u reads, somebody changes it, v
// reads and stores the newer state outside, and then u's older one arrives there.

import { areForeign } from '../../../model/script/machine/frame.js';
import { termOf, Unknown } from '../../../model/script/machine/value.js';
import type { History, ReadEvent, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

export function* olderStored(history: History): Generator<Violation> {
  for (const last of history.writes) {
    if (!last.cell.external || last.conditional || last.how !== 'set') continue;
    const newer = history
      .writesOf(last.cell.key)
      .findLast(({ index, unit }) => index < last.index && areForeign(unit, last.unit));
    if (!newer || newer.conditional || newer.how !== 'set') continue;
    // The order in which they are asked for is right.
    const read = ownReads(history, last).find(
      (own) => isState(history, own, last) && isOlder(history, own, ownReads(history, newer)),
    );
    if (!read) continue;
    yield {
      code: 'HD6003',
      location: last.cell.name,
      unit: last.unit,
      other: newer.unit,
      seen: read.index,
      between: newer.index,
      act: last.index,
      spot: last.spot,
      severity: 'error',
    };
  }
}

function ownReads(history: History, { value, unit }: WriteEvent): ReadEvent[] {
  return history
    .allReadsIn(value)
    .filter((read) => !read.cell.external && read.unit.id !== 0 && !areForeign(read.unit, unit));
}

/** What is stored is what was read, and stays there: not what was taken out. */
function isState(history: History, read: ReadEvent, { raw, index, unit }: WriteEvent): boolean {
  if (!(raw instanceof Unknown) || termOf(raw) !== termOf(read.raw)) return false;
  return history.ownWrites(read.cell.key, read.index, index, unit).length === 0;
}

/** The other has read the same place after it was changed. */
function isOlder(history: History, { cell, index }: ReadEvent, others: readonly ReadEvent[]): boolean {
  return others.some(
    (other) =>
      other.cell.key === cell.key &&
      history.writesOf(cell.key).some((write) => write.index > index && write.index < other.index),
  );
}
