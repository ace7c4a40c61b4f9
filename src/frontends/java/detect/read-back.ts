// What a unit has just written is read back once the lock is given up: another thread may have put null there, or the next
// number. Not if the other one writes only where there was nothing yet.

import { type Access, readsBehind } from '../lower/unit-graph.js';
import type { Unit } from './candidates.js';
import type { Opponent } from './opponent.js';

export function isReadBack({ flow }: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  const { location, constant } = first;
  // Another step of a counter goes on from wherever it is.
  if (constant !== undefined || second.steps || second.tests || (location.isContent && !isAtomic(location.type.name)))
    return false;
  const uses = flow.uses(second.id);
  if (uses.has('branch') || !(uses.has('return') || uses.has('write') || uses.has('argument'))) return false;
  const rivals = opponent.changes(location);
  if (rivals.some((write) => write.constant === 'null')) return true;
  return (
    isNumber(location.type) &&
    (uses.has('return') || uses.has('write')) &&
    rivals.some((write) => isUnasked(opponent, write))
  );
}

function isAtomic(name: string): boolean {
  return /^Atomic(Integer|Long|Reference)$/.test(name);
}

function isNumber({ name, dimensions }: Access['location']['type']): boolean {
  return dimensions === 0 && /^(int|long|short|byte|AtomicInteger|AtomicLong)$/.test(name);
}

/** Whatever was there before. */
function isUnasked(opponent: Opponent, { control, location }: Access): boolean {
  const decided = readsBehind(opponent.graph, control);
  return !opponent.reads(location).some(({ id }) => decided.has(id));
}
