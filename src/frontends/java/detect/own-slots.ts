// Slots of an array that threads take for their own by compare-and-set: what is written into a slot after that is nobody else's
// affair, unless others get to the slot by what the compare-and-set has changed, without taking it: they may find it empty.

import type { Access } from '../lower/unit-graph.js';
import type { Unit } from './candidates.js';
import type { Opponent } from './opponent.js';

export function isOfOwnSlot(unit: Unit, other: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  if (first.validates && second.validates) return areTwoClaims(opponent, second);
  if (!first.validates || !/^Atomic\w+Array$/.test(second.location.object.type.name)) return false;
  if (first.location.id === second.location.id || !isSameSlot(unit, first, second)) return false;
  return opponent.touches(second.location).every((touch) => !isLedTo(other, opponent, first, touch));
}

/** Each step is complete, and whoever takes what the second gives away takes it by such a step. */
function areTwoClaims(opponent: Opponent, { location }: Access): boolean {
  const writes = opponent.writes(location);
  return writes.length > 0 && writes.every(({ validates }) => validates);
}

/** The index comes from what the compare-and-set has found, or is that of the slot that it took. */
function isSameSlot({ flow }: Unit, first: Access, second: Access): boolean {
  const found = flow.behind(first.expected);
  if ([...flow.behind(second.data)].some((id) => found.has(id))) return true;
  const [one, two] = [first, second].map(({ node }) => node.field('arguments')?.children[0]);
  const isSlot = /^Atomic\w+Array$/.test(first.location.object.type.name);
  return isSlot && one?.type === 'identifier' && one.text === two?.text && first.method === second.method;
}

/** Its index comes from a look at the place of the compare-and-set, and no such step of its own lies between. */
function isLedTo({ flow }: Unit, opponent: Opponent, { location }: Access, touch: Access): boolean {
  const from = flow.behind(touch.data);
  const looks = opponent.reads(location).filter(({ id }) => from.has(id));
  return looks.length > 0 && !opponent.writes(location).some(({ validates, id }) => validates && id < touch.id);
}
