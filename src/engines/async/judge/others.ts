// HD6003 (stale response), HD6006 (iteration while mutated), HD6008 (self-deadlock).

import { areForeign } from '../../../model/script/machine/frame.js';
import { isThing, type Raw, termOf, Unknown } from '../../../model/script/machine/value.js';
import type { History, WriteEvent } from './history.js';
import { isClosingName } from './lifecycle.js';
import type { Violation } from './violation.js';

/** Two locations of one object: the last word on one is v's, on the other u's, and they do not belong together. */
export function* staleResponses(history: History): Generator<Violation> {
  for (const last of history.writes) {
    if (!isAnswer(last.raw) || last.cell.external || last.how !== 'set' || isEntry(last)) continue;
    for (const middle of history.writes) {
      if (middle.cell.key !== last.cell.key || middle.index > last.index || !areForeign(middle.unit, last.unit))
        continue;
      if (!isAnswer(middle.raw) || termOf(middle.raw) === termOf(last.raw)) continue;
      const found = crossed(history, middle, last);
      if (found) yield found;
    }
  }
}

function crossed(history: History, middle: WriteEvent, last: WriteEvent): Violation | undefined {
  for (const second of history.writes) {
    if (
      second.index >= middle.index ||
      second.unit !== rootLike(second, middle) ||
      second.cell.owner !== last.cell.owner
    )
      continue;
    if (second.cell.key === last.cell.key || !isAnswer(second.raw) || second.how !== 'set' || isEntry(second)) continue;
    const first = history
      .writesOf(second.cell.key)
      .findLast((write) => write.index < second.index && !areForeign(write.unit, last.unit));
    if (!first || !isAnswer(first.raw) || termOf(first.raw) === termOf(second.raw)) continue;
    const again = history
      .writesOf(second.cell.key)
      .some((write) => write.index > second.index && !areForeign(write.unit, last.unit));
    if (again || isGuarded(history, last, second)) continue;
    return {
      code: 'HD6003',
      location: last.cell.name,
      unit: last.unit,
      other: middle.unit,
      seen: first.index,
      between: second.index,
      act: last.index,
      spot: last.spot,
      severity: 'error',
    };
  }
  return undefined;
}

/** Entries of a map belong to their keys, not together. */
function isEntry({ cell: { key, owner } }: WriteEvent): boolean {
  return key.startsWith(`${owner}[`) || key.endsWith('.*');
}

/** `second` and `middle` are v's. */
function rootLike(second: WriteEvent, middle: WriteEvent) {
  return areForeign(second.unit, middle.unit) ? undefined : second.unit;
}

/** Not a constant: it came from the parameter or from outside. */
function isAnswer(raw: Raw): boolean {
  if (raw instanceof Unknown) return raw.term !== 'now';
  return isThing(raw) && /^(?:object|array)$/.test(raw.kind) && (raw.lazy !== undefined || /[a-z]/i.test(termOf(raw)));
}

/** R6, R7: a look at something that the other unit has changed, after it has. */
function isGuarded(history: History, last: WriteEvent, second: WriteEvent): boolean {
  return history.allReadsIn(last.control).some((read) => {
    if (areForeign(read.unit, last.unit)) return false;
    return history
      .writesOf(read.cell.key)
      .some(({ index, unit }) => !areForeign(unit, second.unit) && index < read.index);
  });
}

export function* shiftedIterations(history: History): Generator<Violation> {
  for (const [index, event] of history.events.entries()) {
    if (event.kind !== 'iterate' || event.unit.id === 0) continue;
    const end = history.events.findIndex(
      (other, at) => at > index && other.kind === 'iterated' && other.loop === event.loop,
    );
    const last = end === -1 ? history.events.length : end;
    const shift = history
      .foreignWrites(event.cell.key, index, last, event.unit, event.unit)
      .find(({ how }) => how === 'shift');
    // A loop that has not come to its end was last seen where its call was.
    const act = end === -1 ? history.events.findLastIndex(({ unit }) => unit === event.unit) : end;
    if (!shift || act <= shift.index) continue;
    yield {
      code: 'HD6006',
      location: event.cell.name,
      unit: event.unit,
      other: shift.unit,
      seen: index,
      between: shift.index,
      act,
      spot: event.spot,
      severity: 'error',
    };
  }
}

export function* deadlocks(history: History): Generator<Violation> {
  for (const [index, event] of history.events.entries()) {
    // Whether a wait that a look came too early for is one in every order is told by the outcomes.
    if (event.kind !== 'deadlock' || event.unit.id === 0 || event.stale !== undefined) continue;
    // R12: who closes waits once.
    if (event.lost !== undefined && isClosingName(event.unit.entry)) continue;
    yield {
      code: 'HD6008',
      location: event.what,
      unit: event.unit,
      other: event.lost === undefined ? event.unit : (history.events[event.lost]?.unit ?? event.unit),
      seen: index,
      between: event.lost ?? index,
      act: index,
      spot: event.spot,
      severity: 'error',
    };
  }
}
