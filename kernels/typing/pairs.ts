// Gives each pair of integers a dense number, in order of first appearance, by open addressing. A table is [slots less one,
// address of the slots, list of the pairs]; a slot holds number plus one. The load stays below one half.

import { at, claim, get, newList, push, put, size } from './memory';

export function newPairs(): i32 {
  const table = claim(3);
  put(table, 0, 15);
  put(table, 1, claim(16));
  put(table, 2, newList());
  return table;
}

export function first(table: i32, number: i32): i32 {
  return at(get(table, 2), number << 1);
}

export function second(table: i32, number: i32): i32 {
  return at(get(table, 2), (number << 1) + 1);
}

export function pairCount(table: i32): i32 {
  return size(get(table, 2)) >> 1;
}

/** The number of a pair, or -1. */
export function find(table: i32, a: i32, b: i32): i32 {
  return get(slotOf(table, a, b), 0) - 1;
}

export function intern(table: i32, a: i32, b: i32): i32 {
  const slot = slotOf(table, a, b);
  const known = get(slot, 0);
  if (known !== 0) return known - 1;
  const pairs = get(table, 2);
  push(pairs, a);
  push(pairs, b);
  const entries = size(pairs) >> 1;
  put(slot, 0, entries);
  if (entries << 1 > get(table, 0)) rehash(table);
  return entries - 1;
}

/** True when the pair is new. */
export function isNew(table: i32, a: i32, b: i32): bool {
  const before = pairCount(table);
  return intern(table, a, b) === before;
}

function slotOf(table: i32, a: i32, b: i32): i32 {
  const mask = get(table, 0);
  const slots = get(table, 1);
  const pairs = get(get(table, 2), 2);
  let hash: u32 = <u32>(a * <i32>0x9e3779b1) ^ <u32>(b * <i32>0x85ebca6b);
  hash = (hash ^ (hash >>> 15)) * 0x2c1b3c6d;
  let slot = <i32>(hash ^ (hash >>> 13)) & mask;
  for (;;) {
    const entry = get(slots, slot);
    if (entry === 0) break;
    const pair = pairs + ((entry - 1) << 3);
    if (get(pair, 0) === a && get(pair, 1) === b) break;
    slot = (slot + 1) & mask;
  }
  return slots + (slot << 2);
}

function rehash(table: i32): void {
  const slots = (get(table, 0) + 1) << 1;
  put(table, 0, slots - 1);
  put(table, 1, claim(slots));
  const pairs = get(table, 2);
  for (let i = 0, n = size(pairs); i < n; i += 2) put(slotOf(table, at(pairs, i), at(pairs, i + 1)), 0, (i >> 1) + 1);
}
