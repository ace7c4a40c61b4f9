// A check that another call has made out of date, and that does not decide wrongly: what is taken back is the unit's own; what
// was compared before and after is the same; one of the two was counted in when the other looked.

import { areForeign } from '../../../../model/script/machine/frame.js';
import { Unknown } from '../../../../model/script/machine/value.js';
import type { History, ReadEvent, WriteEvent } from '../history.js';

/** What was seen is out of date because of the other, and yet does not decide wrongly. */
export function isSettled(history: History, read: ReadEvent, write: WriteEvent, other: WriteEvent): boolean {
  return (
    takesBackOwn(history, write) || isCountedIn(history, read, write, other) || isComparedAlike(history, write, other)
  );
}

/** The outside has said yes to two at once, although nobody had given back what the first one has: it may do so. */
export function isLetInByOutside(history: History, { index, unit }: ReadEvent): boolean {
  const asked = history.effects.findLast(
    (event) => event.index < index && !areForeign(event.unit, unit) && history.isYes(event),
  );
  if (!asked?.about) return false;
  const holders = new Set<number>();
  for (const event of history.effects) {
    if (event.index > index || event.about?.of !== asked.about.of) continue;
    const root = rootOf(event.unit);
    if (event.name === asked.name && history.isYes(event)) holders.add(root);
    // Who gives back what he does not have gives back what somebody else has.
    else if (event.name !== asked.name && !holders.delete(root)) holders.clear();
    if (holders.size > 1) return true;
  }
  return false;
}

function rootOf({ id, parent }: WriteEvent['unit']): number {
  let root = id;
  for (let above = parent; above; above = above.parent) root = above.id;
  return root;
}

/** `members.delete(me)`: what the unit has put there itself, and nobody else since. */
function takesBackOwn(history: History, { how, cell, unit, index }: WriteEvent): boolean {
  if (how !== 'delete' || !cell.key.endsWith('.*')) return false;
  const entry = history.writes.find(
    (other) => other.index === index - 1 && other.cell.owner === cell.owner && other.how === 'delete',
  );
  if (!entry) return false;
  const before = history
    .writesOf(entry.cell.key)
    .filter((other) => other.index < entry.index)
    .at(-1);
  return before !== undefined && before.how === 'set' && !areForeign(before.unit, unit);
}

/** R6: it compares a location before and after, and finds what was there; the other has changed it, and somebody changed it back. */
function isComparedAlike(history: History, write: WriteEvent, foreign: WriteEvent): boolean {
  const isOwn = ({ unit }: ReadEvent) => !areForeign(unit, write.unit);
  return history.allReadsIn(write.control).some((after) => {
    if (!isOwn(after) || !(after.raw instanceof Unknown)) return false;
    const { key } = after.cell;
    const change = history.ownWrites(key, -1, after.index, foreign.unit)[0];
    const isAlike = (look: ReadEvent) =>
      isOwn(look) && look.index < change!.index && history.areEqual(look.raw, after.raw);
    return change !== undefined && history.readsOf(key).some(isAlike);
  });
}

/** R2: one has announced itself at another location, which the other has looked at together with this one, as one sum. */
function isCountedIn(history: History, read: ReadEvent, write: WriteEvent, foreign: WriteEvent): boolean {
  const { key } = read.cell;
  const seesOwn = history
    .readsIn(foreign.control, key)
    .some((look) => !areForeign(look.unit, foreign.unit) && isCounted(history, look, foreign.control, write.unit));
  return seesOwn || isCounted(history, read, write.control, foreign.unit);
}

/** A part of the sum that was looked at is who has announced itself. */
function isCounted(history: History, read: ReadEvent, control: bigint, announced: WriteEvent['unit']): boolean {
  return history.allReadsIn(control).some((look) => {
    if (look.cell.key === read.cell.key || areForeign(look.unit, read.unit)) return false;
    const last = history.ownWrites(look.cell.key, -1, look.index, announced).at(-1);
    return last !== undefined && isAnnounced(last) && history.areAdded(look.spot, read.spot);
  });
}

/** One more, not one less. */
function isAnnounced({ how, raw, before }: WriteEvent): boolean {
  return how === 'add' || (how === 'set' && typeof raw === 'number' && typeof before === 'number' && raw > before);
}
