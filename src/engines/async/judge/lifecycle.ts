// HD6004: something is used, registered or set again after another unit has closed it.

import { areForeign } from '../../../model/script/machine/frame.js';
import { isThing, type Raw, Unknown } from '../../../model/script/machine/value.js';
import type { History, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

const closing =
  /clos|stop|shut|destroy|dispos|drain|terminat|cancel|disconnect|quit|abort|end(?:ed)?$|dead|reset|logout|teardown|clear|invalidat|release|free/i;

export function isClosingName(name: string): boolean {
  return closing.test(name);
}

export function* brokenUses(history: History): Generator<Violation> {
  for (const [index, event] of history.events.entries()) {
    if (event.kind !== 'broken' || event.unit.id === 0) continue;
    for (const read of history.allReadsIn(event.deps)) {
      const before = history
        .readsOf(read.cell.key)
        .find(
          (earlier) =>
            earlier.index < read.index &&
            !areForeign(earlier.unit, event.unit) &&
            earlier.raw !== undefined &&
            earlier.raw !== null,
        );
      if (!before) continue;
      const write = history
        .foreignWrites(read.cell.key, before.index, read.index, event.unit, read.unit)
        .find(({ unit }) => areForeign(unit, before.unit));
      if (!write) continue;
      yield {
        code: 'HD6004',
        location: read.cell.name,
        unit: event.unit,
        other: write.unit,
        seen: before.index,
        between: write.index,
        act: index,
        spot: event.spot,
        severity: 'error',
      };
    }
  }
}

/** u saw that it is open, v closes it and looks at what there is, u adds to it. */
export function* registeredLate(history: History): Generator<Violation> {
  for (const write of history.writes) {
    if (write.conditional || write.how === 'delete' || write.how === 'clear' || isNothing(write.raw, write)) continue;
    if (isEmptied(history, write)) continue;
    for (const read of history.allReadsIn(write.control)) {
      if (read.cell.key === write.cell.key || areForeign(read.unit, write.unit) || read.unit.id === 0) continue;
      const closes = history
        .foreignWrites(read.cell.key, read.index, write.index, write.unit, read.unit)
        .find((candidate) => isClosing(candidate, read.cell.name));
      if (!closes || isFresh(history, write, read.cell.key, closes)) continue;
      // It was announced before the closing: whoever closes has seen it.
      if (history.ownWrites(write.cell.key, read.index, closes.index, write.unit).length > 0) continue;
      if (!hasLooked(history, write, closes, read.index) || wasUndone(history, write)) continue;
      yield {
        code: 'HD6004',
        location: write.cell.name,
        unit: write.unit,
        other: closes.unit,
        seen: read.index,
        between: closes.index,
        act: write.index,
        spot: write.spot,
        severity: 'error',
      };
    }
  }
}

/** An empty container in the place of one that was there: what was in it is taken out, nothing is put in. */
function isEmptied({ writes }: History, { before, spot }: WriteEvent): boolean {
  return (
    isThing(before) &&
    writes.some(
      ({ how, cell, spot: at }) =>
        how === 'clear' &&
        cell.owner === `${before.id}` &&
        at.module === spot.module &&
        at.span.start === spot.span.start,
    )
  );
}

function isNothing(raw: Raw, { how }: WriteEvent): boolean {
  return how === 'set' && (raw === null || raw === undefined || raw === false);
}

function isClosing(write: WriteEvent, name: string): boolean {
  const { raw } = write;
  const isFinal =
    raw === true ||
    raw === null ||
    raw === undefined ||
    typeof raw === 'string' ||
    raw === false ||
    (isThing(raw) && raw.kind === 'promise') ||
    write.how === 'delete';
  return isFinal && (closing.test(name) || closing.test(write.unit.entry));
}

/** The write is guarded by another look at the flag, after it was set. */
function isFresh(history: History, write: WriteEvent, cell: string, closes: WriteEvent): boolean {
  return history
    .readsIn(write.control, cell)
    .some(({ index, unit }) => index > closes.index && !areForeign(unit, write.unit));
}

/** The closing unit has seen what there is, or has replaced the container. */
function hasLooked(history: History, write: WriteEvent, closes: WriteEvent, from: number): boolean {
  const isTheirs = ({ unit, index }: { readonly unit: WriteEvent['unit']; readonly index: number }) =>
    !areForeign(unit, closes.unit) && index < write.index && index > from;
  if (history.readsOf(write.cell.key).some(isTheirs)) return true;
  return history.writes.some(
    (other) => isTheirs(other) && isThing(other.raw) && `${other.raw.id}` === write.cell.owner,
  );
}

/** The unit takes it back before it waits again. */
function wasUndone(history: History, write: WriteEvent): boolean {
  const undo = history
    .writesOf(write.cell.key)
    .find(({ index, unit, how }) => index > write.index && unit === write.unit && how === 'delete');
  if (!undo) return false;
  return !history.events
    .slice(write.index, undo.index)
    .some(({ kind, unit }) => kind === 'resume' && unit === write.unit);
}

/** u announced what it does, v closed it, u says that it is open. */
export function* reopened(history: History): Generator<Violation> {
  for (const write of history.writes) {
    const { cell, unit, raw } = write;
    if (write.conditional || cell.external || isNothing(raw, write)) continue;
    // To take away is not to open, and what a whole table holds is not one thing.
    if (write.how === 'delete' || write.how === 'clear' || cell.key.endsWith('.*')) continue;
    // Data that comes late is not a thing that was opened.
    if (raw instanceof Unknown && !raw.traits.external) continue;
    if (isThing(raw) && raw.kind !== 'object') continue;
    const earlier = history.ownWrites(cell.key, -1, write.index, unit)[0];
    if (!earlier) continue;
    const closes = history.foreignWrites(cell.key, earlier.index, write.index, unit, earlier.unit).at(-1);
    if (!closes || !closing.test(closes.unit.entry) || closes.raw === raw || closes.raw instanceof Unknown) continue;
    if (history.readsIn(write.control | write.value, cell.key).some(({ index }) => index > closes.index)) continue;
    yield {
      code: 'HD6004',
      location: cell.name,
      unit,
      other: closes.unit,
      seen: earlier.index,
      between: closes.index,
      act: write.index,
      spot: write.spot,
      severity: 'error',
    };
  }
}

/** u opens something while v closes what there is; v has found nothing to close, and u does not look whether it was closed. */
export function* openedMeanwhile(history: History): Generator<Violation> {
  for (const write of history.writes) {
    const { cell, unit, raw } = write;
    if (write.conditional || cell.external || write.how !== 'set' || !isOpened(raw)) continue;
    if (closing.test(unit.entry) || history.writesOf(cell.key).some(({ index }) => index > write.index)) continue;
    const began = history.events.findIndex((event) => event.kind === 'start' && !areForeign(event.unit, unit));
    const closer = history
      .readsOf(cell.key)
      .find(
        (read) =>
          read.index > began &&
          read.index < write.index &&
          areForeign(read.unit, unit) &&
          closing.test(read.unit.entry) &&
          (read.raw === undefined || read.raw === null),
      );
    if (!closer) continue;
    const paused = history.events.findIndex(
      (event, index) => index > began && event.kind === 'pause' && !areForeign(event.unit, unit),
    );
    const theirs = history.writes.filter((other) => !areForeign(other.unit, closer.unit));
    const last = theirs.findLast(({ index }) => index < write.index);
    // The closing call has to leave something that could be looked at.
    if (!last || paused === -1 || closer.index < paused || looksAtClosing(history, write, theirs)) continue;
    yield {
      code: 'HD6004',
      location: cell.name,
      unit,
      other: closer.unit,
      seen: paused,
      between: last.index,
      act: write.index,
      spot: write.spot,
      severity: 'error',
    };
  }
}

/** What somebody has to close: the answer of a call that opens, connects, subscribes; a timer. */
export function isOpened(raw: Raw): boolean {
  if (raw instanceof Unknown) return raw.traits.external === true || /#\d+$/.test(raw.term);
  return isThing(raw) && raw.kind === 'object' && raw.lazy !== undefined;
}

function looksAtClosing(history: History, write: WriteEvent, theirs: readonly WriteEvent[]): boolean {
  return history
    .allReadsIn(write.control | write.value)
    .some((read) =>
      theirs.some(
        (other) => other.cell.key === read.cell.key && other.index < read.index && !areForeign(read.unit, write.unit),
      ),
    );
}
