// A call sets a location while it works, and others look at it: HD6001 when it is reset although another call has set it
// since; HD6005 when two calls hold the same flag at once because one of them did not look again, or one takes a place of a
// counted number although there are again as many as those for which it had to wait.

import { areForeign } from '../../../model/script/machine/frame.js';
import { isThing, type Raw } from '../../../model/script/machine/value.js';
import type { History, ReadEvent, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

/** u sets x, v replaces it by something of its own, u resets x without looking whose it is. */
export function* resetUnseen(history: History): Generator<Violation> {
  for (const write of history.writes) {
    const { cell, unit } = write;
    if (cell.external || !isReset(write)) continue;
    const replaced = history.foreignWrites(cell.key, -1, write.index, unit, unit).at(-1);
    if (!replaced || !isResource(replaced.raw) || replaced.how !== 'set') continue;
    const own = history.ownWrites(cell.key, -1, replaced.index, unit).at(-1);
    if (!own || !isResource(own.raw) || own.raw === replaced.raw) continue;
    if (history.ownWrites(cell.key, replaced.index, write.index, unit).length > 0) continue;
    if (looksAfter(history, write, replaced)) continue;
    yield {
      code: 'HD6001',
      location: cell.name,
      unit,
      other: replaced.unit,
      seen: own.index,
      between: replaced.index,
      act: write.index,
      spot: write.spot,
      severity: 'error',
    };
  }
}

function isReset({ raw, how }: WriteEvent): boolean {
  return how === 'delete' || (how === 'set' && (raw === null || raw === undefined));
}

function isResource(raw: Raw): boolean {
  return isThing(raw) && (raw.kind === 'promise' || raw.kind === 'object');
}

function looksAfter(history: History, write: WriteEvent, foreign: WriteEvent): boolean {
  return history
    .readsIn(write.control | write.value, write.cell.key)
    .some(({ index, unit }) => index > foreign.index && !areForeign(unit, write.unit));
}

/** v has seen the flag, u takes it, v takes it as well without looking again, and u still holds it. */
export function* flagsHeldTwice(history: History): Generator<Violation> {
  for (const write of history.writes) {
    const { cell, unit } = write;
    if (write.raw !== true || write.before !== true || write.how !== 'set' || cell.external) continue;
    const taken = history.foreignWrites(cell.key, -1, write.index, unit, unit).at(-1);
    if (taken?.raw !== true || !isGivenBackLater(history, taken, write)) continue;
    const last = history.readsOf(cell.key).findLast((read) => read.index < write.index && read.unit === unit);
    // It has waited because it saw that the flag was taken.
    if (!last || last.index > taken.index || last.raw !== true) continue;
    if (history.ownWrites(cell.key, last.index, write.index, unit).length > 0) continue;
    yield {
      code: 'HD6005',
      location: cell.name,
      unit,
      other: taken.unit,
      seen: last.index,
      between: taken.index,
      act: write.index,
      spot: write.spot,
      severity: 'error',
    };
  }
}

function isGivenBackLater(history: History, taken: WriteEvent, write: WriteEvent): boolean {
  return history
    .writesOf(taken.cell.key)
    .some(({ index, raw, unit }) => index > write.index && raw === false && !areForeign(unit, taken.unit));
}

/** v has to wait because n places are taken, one is given back, u takes it, v takes one as well without looking again. */
export function* heldBeyond(history: History): Generator<Violation> {
  for (const write of history.writes) {
    const { cell, unit, before } = write;
    if (cell.external || !isStep(write, 1) || typeof before !== 'number') continue;
    const seen = history.readsOf(cell.key).findLast((read) => isLook(history, read, write));
    if (!seen || typeof seen.raw !== 'number' || before < seen.raw) continue;
    const foreign = history.foreignWrites(cell.key, seen.index, write.index, unit, unit);
    const taken = foreign.at(-1);
    if (!taken || !isStep(taken, 1) || !foreign.some((other) => isStep(other, -1))) continue;
    if (history.ownWrites(cell.key, seen.index, write.index, unit).length > 0 || !isGivenUp(history, write)) continue;
    yield {
      code: 'HD6005',
      location: cell.name,
      unit,
      other: taken.unit,
      seen: seen.index,
      between: taken.index,
      act: write.index,
      spot: write.spot,
      severity: 'error',
    };
  }
}

function isStep({ raw, before, how }: WriteEvent, by: 1 | -1): boolean {
  return how === 'set' && typeof raw === 'number' && typeof before === 'number' && (raw - before) * by > 0;
}

/** A look that has made the call do something, wait in a list for one; not the read that is a part of adding one. */
function isLook(history: History, { bit, unit, index }: ReadEvent, write: WriteEvent): boolean {
  if (unit !== write.unit || index > write.index || (write.value >> BigInt(bit)) & 1n) return false;
  const hasPaused = history.events
    .slice(index, write.index)
    .some((event) => event.kind === 'pause' && event.unit === write.unit);
  return (
    hasPaused &&
    history.writes.some(
      (other) =>
        other.index > index &&
        other.index < write.index &&
        !areForeign(other.unit, write.unit) &&
        ((other.control >> BigInt(bit)) & 1n) === 1n,
    )
  );
}

function isGivenUp(history: History, { cell, unit, index }: WriteEvent): boolean {
  return history
    .writesOf(cell.key)
    .some((other) => other.index > index && isStep(other, -1) && !areForeign(other.unit, unit));
}
