// Sequences of integers, each a number: 0 is the empty one, every other one a shorter one and one more item. Sets are
// ascending sequences, so equal sets have equal numbers.

import { at, count, item, newBlock, newList, push, put, set, size } from './memory';
import { first, intern, newPairs, second } from './pairs';

export const EMPTY: i32 = 0;

const longer = newPairs();
/** By number: the items as a block, or 0 where nobody has asked for them. */
const blocks = newList();

export function extend(sequence: i32, more: i32): i32 {
  return intern(longer, sequence, more) + 1;
}

export function itemsOf(sequence: i32): i32 {
  while (size(blocks) <= sequence) push(blocks, 0);
  const known = at(blocks, sequence);
  if (known !== 0) return known;
  let length = 0;
  for (let rest = sequence; rest !== EMPTY; rest = first(longer, rest - 1)) length++;
  const block = newBlock(length);
  for (let rest = sequence; rest !== EMPTY; rest = first(longer, rest - 1))
    put(block, length--, second(longer, rest - 1));
  set(blocks, sequence, block);
  return block;
}

export function concat(sequence: i32, more: i32): i32 {
  if (sequence === EMPTY) return more;
  const items = itemsOf(more);
  let all = sequence;
  for (let i = 0, n = count(items); i < n; i++) all = extend(all, item(items, i));
  return all;
}

export function union(a: i32, b: i32): i32 {
  if (a === b || b === EMPTY) return a;
  if (a === EMPTY) return b;
  const left = itemsOf(a);
  const right = itemsOf(b);
  let all = EMPTY;
  let i = 0;
  let j = 0;
  while (i < count(left) || j < count(right)) {
    const x = i < count(left) ? item(left, i) : i32.MAX_VALUE;
    const y = j < count(right) ? item(right, j) : i32.MAX_VALUE;
    all = extend(all, min(x, y));
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return all;
}

export function isWithin(small: i32, large: i32): bool {
  if (small === large || small === EMPTY) return true;
  const left = itemsOf(small);
  const right = itemsOf(large);
  let j = 0;
  for (let i = 0; i < count(left); i++) {
    const wanted = item(left, i);
    while (j < count(right) && item(right, j) < wanted) j++;
    if (j === count(right) || item(right, j) !== wanted) return false;
  }
  return true;
}

/** Sorts the items of a list from `from` on, drops them there, and numbers the set. */
export function setFrom(list: i32, from: i32): i32 {
  for (let i = from + 1; i < size(list); i++) {
    const moved = at(list, i);
    let j = i - 1;
    for (; j >= from && at(list, j) > moved; j--) set(list, j + 1, at(list, j));
    set(list, j + 1, moved);
  }
  let all = EMPTY;
  for (let i = from; i < size(list); i++)
    if (i === from || at(list, i) !== at(list, i - 1)) all = extend(all, at(list, i));
  put(list, 0, from);
  return all;
}
