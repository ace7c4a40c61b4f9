// Intersection types: given arguments that have all types of the listed sets, the result has the base type. A type is the
// number of a pair: its base, and the sequence of its sets. Base types are numbers of the host, which orders them.

import { outranks } from './host';
import { at, blockFrom, count, cutTo, item, newList, push, set, size } from './memory';
import { find, first, intern, newPairs, second } from './pairs';
import { EMPTY, extend, itemsOf } from './sequences';

const types = newPairs();
/** By type and number of arguments given: what is left. */
const restKeys = newPairs();
const rests = newList();
/** By two types: 0 unknown, 1 no, 2 yes. */
const questions = newPairs();
const answers = newList();
let areBasesApart = false;

/** `apart`: no base type stands for another one. */
export function orderBases(apart: bool): void {
  areBasesApart = apart;
}

export function typeOf(base: i32, sets: i32): i32 {
  return intern(types, base, sets);
}

export function baseOf(type: i32): i32 {
  return first(types, type);
}

/** The sequence of its sets. */
export function setsOf(type: i32): i32 {
  return second(types, type);
}

export function atLeast(a: i32, b: i32): bool {
  return a === b || (!areBasesApart && outranks(a, b) !== 0);
}

/** The type of a term of this type after `given` arguments. */
export function restOf(type: i32, given: i32): i32 {
  if (given === 0) return type;
  const known = find(restKeys, type, given);
  if (known >= 0) return at(rests, known);
  intern(restKeys, type, given);
  const sets = itemsOf(setsOf(type));
  let left = EMPTY;
  for (let i = given; i < count(sets); i++) left = extend(left, item(sets, i));
  const rest = typeOf(baseOf(type), left);
  push(rests, rest);
  return rest;
}

/** May a term of type `a` stand where `b` is asked for? Recursion is as deep as the sorts are. */
export function isSubtype(a: i32, b: i32): bool {
  if (a === b) return true;
  const own = setsOf(a);
  const others = setsOf(b);
  if (own === others || own === EMPTY || others === EMPTY) return own === others && atLeast(baseOf(a), baseOf(b));
  if (baseOf(a) !== baseOf(b) && !atLeast(baseOf(a), baseOf(b))) return false;
  const question = intern(questions, a, b);
  while (size(answers) <= question) push(answers, 0);
  const known = at(answers, question);
  if (known !== 0) return known === 2;
  const answer = needsNoMore(itemsOf(own), itemsOf(others));
  set(answers, question, answer ? 2 : 1);
  return answer;
}

/** Is everything that the first sets ask for given by the others? */
function needsNoMore(sets: i32, others: i32): bool {
  if (count(sets) !== count(others)) return false;
  for (let i = 0; i < count(sets); i++) {
    if (item(sets, i) === item(others, i)) continue;
    const needed = itemsOf(item(sets, i));
    const given = itemsOf(item(others, i));
    for (let j = 0; j < count(needed); j++) if (!hasSubtype(given, item(needed, j))) return false;
  }
  return true;
}

/** Is one of a block of types a subtype of `type`? */
export function hasSubtype(block: i32, type: i32): bool {
  for (let i = 0, n = count(block); i < n; i++) if (isSubtype(item(block, i), type)) return true;
  return false;
}

const kept = newList();

/** The block with one more type and without weaker ones. */
export function withStronger(block: i32, type: i32): i32 {
  cutTo(kept, 0);
  for (let i = 0, n = count(block); i < n; i++) if (!isSubtype(type, item(block, i))) push(kept, item(block, i));
  push(kept, type);
  return blockFrom(kept, 0);
}
