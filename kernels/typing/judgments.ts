// Judgments about a term of base sort: under some assumptions it has a base type. On the stack of ways and in blocks each is two
// words, its needs and the base; the same pairs say under which needs a term of function sort has a type.

import { at, count, cutTo, item, push, set, size } from './memory';
import { entails, moveDown, stack } from './needs';
import { itemsOf } from './sequences';
import { atLeast, isSubtype } from './types';

/** Turns the ways on the stack from `from` on into pairs with this word. */
export function pairWith(from: i32, word: i32): void {
  const ways = size(stack) - from;
  for (let i = 0; i < ways; i++) push(stack, 0);
  for (let i = ways - 1; i >= 0; i--) {
    set(stack, from + 2 * i, at(stack, from + i));
    set(stack, from + 2 * i + 1, word);
  }
}

/**
 * Drops pairs that another one makes superfluous: it assumes no more and says at least as much. Sound for open terms too:
 * wherever the dropped judgment's assumptions hold, so do those of the one that stays. `areTypes`: of types, not of bases.
 */
export function keepStrongest(from: i32, areTypes: bool): void {
  const end = size(stack);
  if (end - from < 4) return;
  for (let length = 0, left = (end - from) >> 1; left > 0; length++)
    for (let i = from; i < end; i += 2) {
      const needs = at(stack, i);
      if (count(itemsOf(needs)) !== length) continue;
      left--;
      if (isCovered(needs, at(stack, i + 1), end, areTypes)) continue;
      push(stack, needs);
      push(stack, at(stack, i + 1));
    }
  moveDown(end, from);
}

function isCovered(needs: i32, says: i32, from: i32, areTypes: bool): bool {
  for (let i = from; i < size(stack); i += 2) {
    const other = at(stack, i + 1);
    if ((areTypes ? isSubtype(other, says) : atLeast(other, says)) && entails(needs, at(stack, i))) return true;
  }
  return false;
}

/** Pushes what the judgments of a block with this base need. */
export function pushNeeds(judgments: i32, base: i32): void {
  for (let i = 0; i < count(judgments); i += 2) if (item(judgments, i + 1) === base) push(stack, item(judgments, i));
}

export function dropFrom(from: i32): void {
  cutTo(stack, from);
}
