// HD6011, fourth form: who joins gets what there is and then registers for what comes; what another call has stored and
// handed to all who are registered in between reaches him by neither way. Told by what he reads outside and hands on, by
// the write of the other there, and by its walk through the registered before he is among them.

import { areForeign } from '../../../model/script/machine/frame.js';
import { Thing } from '../../../model/script/machine/value.js';
import type { History, ReadEvent, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

export function* joinedLate(history: History): Generator<Violation> {
  for (const joins of history.writes) {
    const { cell, unit } = joins;
    if (!isPutIn(history, joins) || cell.external || joins.conditional) continue;
    for (const read of handedOn(history, joins)) {
      const missed = history.writes.find((write) => isMissed(history, write, read, joins));
      if (!missed) continue;
      yield {
        code: 'HD6011',
        location: cell.name,
        unit,
        other: missed.unit,
        seen: read.index,
        between: missed.index,
        act: joins.index,
        spot: joins.spot,
        severity: 'error',
      };
      break;
    }
  }
}

/** `members.add(one)`, `members = [...members, one]` */
function isPutIn(history: History, { how, raw, value, cell }: WriteEvent): boolean {
  const isList = how === 'set' && raw instanceof Thing && raw.kind === 'array';
  return how === 'add' || (isList && history.readsIn(value, cell.key).length > 0);
}

/** What was read outside, and done something with, before it registers. */
function handedOn(history: History, { index, unit }: WriteEvent): ReadEvent[] {
  return history.effects
    .filter((effect) => effect.index < index && effect.counts && !areForeign(effect.unit, unit))
    .flatMap((effect) => history.allReadsIn(effect.deps | effect.control))
    .filter((read) => read.cell.external && !read.atomic && !areForeign(read.unit, unit) && read.index < index);
}

/** It is stored after the look, and handed to all who are registered before he is. */
function isMissed(history: History, write: WriteEvent, read: ReadEvent, joins: WriteEvent): boolean {
  const { cell, index, unit } = write;
  if (!cell.external || cell.owner !== read.cell.owner || write.how === 'delete') return false;
  if (index < read.index || index > joins.index || !areForeign(unit, joins.unit)) return false;
  return history.events.some(
    (event, at) =>
      at > index &&
      at < joins.index &&
      (event.kind === 'iterate' || event.kind === 'read') &&
      event.cell.key === joins.cell.key &&
      !areForeign(event.unit, unit),
  );
}
