// What has to be assumed of a rule's variables: an assumption is a variable and a type, `needs` are a set of them, by number.
// Ways are needs of which one is enough. They stand on a stack of words from a place on, and in blocks where they are kept.

import { at, blockFrom, count, cutTo, item, newBlock, newList, push, set, size } from './memory';
import { first, intern, newPairs, second } from './pairs';
import { EMPTY, extend, itemsOf, union } from './sequences';
import { isSubtype } from './types';

export const stack = newList();
/** One way, without assumptions. */
export const freely = newBlock(1);
export const noWays = newBlock(0);

const assumptions = newPairs();
const unionKeys = newPairs();
const unions = newList();

export function assumption(variable: i32, type: i32): i32 {
  return extend(EMPTY, intern(assumptions, variable, type));
}

export function variableOf(assumed: i32): i32 {
  return first(assumptions, assumed);
}

export function typeAssumed(assumed: i32): i32 {
  return second(assumptions, assumed);
}

export function unite(a: i32, b: i32): i32 {
  if (a === EMPTY || a === b) return b;
  if (b === EMPTY) return a;
  const key = intern(unionKeys, min(a, b), max(a, b));
  if (key === size(unions)) push(unions, union(a, b));
  return at(unions, key);
}

/** Do assumptions `strong` give everything that `weak` assumes? Equal, or a subtype for each. */
export function entails(strong: i32, weak: i32): bool {
  if (strong === weak || weak === EMPTY) return true;
  const given = itemsOf(strong);
  const needed = itemsOf(weak);
  for (let i = 0; i < count(needed); i++) if (!gives(given, item(needed, i))) return false;
  return true;
}

function gives(given: i32, needed: i32): bool {
  for (let i = 0; i < count(given); i++) if (item(given, i) === needed) return true;
  const variable = variableOf(needed);
  const type = typeAssumed(needed);
  for (let i = 0; i < count(given); i++)
    if (variableOf(item(given, i)) === variable && isSubtype(typeAssumed(item(given, i)), type)) return true;
  return false;
}

export function pushAll(block: i32): void {
  for (let i = 0; i < count(block); i++) push(stack, item(block, i));
}

/** Moves what stands on the stack from `from` on down to `to`. */
export function moveDown(from: i32, to: i32): void {
  const moved = size(stack) - from;
  for (let i = 0; i < moved; i++) set(stack, to + i, at(stack, from + i));
  cutTo(stack, to + moved);
}

/** Ways to meet one demand from `from` on, another one from `more` on: those to meet both, from `from` on. */
export function meet(from: i32, more: i32): void {
  const end = size(stack);
  if (end === more + 1 && at(stack, more) === EMPTY) return cutTo(stack, more);
  if (more === from + 1 && at(stack, from) === EMPTY) return moveDown(more, from);
  for (let i = from; i < more; i++) for (let j = more; j < end; j++) push(stack, unite(at(stack, i), at(stack, j)));
  keepWeakest(end);
  moveDown(end, from);
}

/** Drops ways that assume more than another one. Short ones first. */
export function keepWeakest(from: i32): void {
  const end = size(stack);
  if (end - from < 2) return;
  for (let length = 0, left = end - from; left > 0; length++)
    for (let i = from; i < end; i++) {
      const needs = at(stack, i);
      if (count(itemsOf(needs)) !== length) continue;
      left--;
      if (!entailsOne(needs, end)) push(stack, needs);
    }
  moveDown(end, from);
}

function entailsOne(needs: i32, from: i32): bool {
  for (let i = from; i < size(stack); i++) if (entails(needs, at(stack, i))) return true;
  return false;
}

/** What stands on the stack from `from` on, taken off it. */
export function taken(from: i32): i32 {
  if (size(stack) === from) return noWays;
  const block = blockFrom(stack, from);
  cutTo(stack, from);
  return block;
}
