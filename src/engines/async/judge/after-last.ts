// HD6004, fourth form: after `close` an emitter tells nothing more, so what its handler takes away should stay away. A handler of
// the same emitter that began before puts something there afterwards, and has not looked at anything that `close` changed.

import { isLiveness } from '../../../model/script/machine/cells.js';
import { areForeign, type Unit } from '../../../model/script/machine/frame.js';
import type { History, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

const registered = /^(.+)\.(?:on|once|addListener|addEventListener) '(\w+)' handler$/;
const lastEvents = /^(?:close|closed|end|disconnect|disconnecting|disconnected|exit|finish|unload|beforeunload|abort)$/;

export function* afterLast(history: History): Generator<Violation> {
  for (const taken of history.writes) {
    if (!isTakenAway(taken) || !isLast(taken.unit)) continue;
    const late = history
      .writesOf(taken.cell.key)
      .find((write) => write.index > taken.index && isOfSameEmitter(write.unit, taken.unit) && !isTakenAway(write));
    if (!late || late.conditional || isAware(history, late, taken)) continue;
    const seen = startOf(history, late.unit);
    if (seen === -1 || seen > startOf(history, taken.unit)) continue;
    yield {
      code: 'HD6004',
      location: late.cell.name,
      unit: late.unit,
      other: taken.unit,
      seen,
      between: taken.index,
      act: late.index,
      spot: late.spot,
      severity: 'error',
    };
  }
}

function isTakenAway({ how, raw }: WriteEvent): boolean {
  return how === 'delete' || (how === 'set' && (raw === null || raw === undefined));
}

function isLast({ entry }: Unit): boolean {
  return lastEvents.test(registered.exec(entry)?.[2] ?? '');
}

function isOfSameEmitter(one: Unit, other: Unit): boolean {
  const [first, second] = [registered.exec(one.entry), registered.exec(other.entry)];
  return first !== null && first[1] === second?.[1] && first[2] !== second?.[2] && areForeign(one, other);
}

function isAware(history: History, late: WriteEvent, taken: WriteEvent): boolean {
  return history.allReadsIn(late.control).some((read) => {
    if (areForeign(read.unit, late.unit)) return false;
    // Whether the socket is open is not for the program to change.
    if (read.index > taken.index && isLiveness(read.cell.key.replace(/^.*\./, ''))) return true;
    return history
      .writesOf(read.cell.key)
      .some(({ index, unit }) => index < read.index && !areForeign(unit, taken.unit));
  });
}

function startOf({ events }: History, unit: Unit): number {
  let root = unit;
  while (root.parent) root = root.parent;
  return events.findIndex((event) => event.kind === 'start' && event.unit.id === root.id);
}
