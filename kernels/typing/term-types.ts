// What is known about each term, under the candidates for the variables that stand in it: environments that differ only
// elsewhere share it. It is forgotten when a rule that stands in the term gets a new type.

import { at, claim, count, get, item, newList, push, put, set, size } from './memory';
import { intern, newPairs } from './pairs';
import { versionOf } from './rule-types';
import { EMPTY, extend } from './sequences';
import { variablesOf } from './terms';

/** Words of what is known; judgments are blocks [needs, base, …], types the number of a set plus one, and 0 is unknown. */
const VERSION: i32 = 0;
export const JUDGMENTS: i32 = 1;
export const TYPES: i32 = 2;
/** Of an earlier version: judgments with so many types of the head, and this version of the arguments. */
export const EARLIER: i32 = 3;
export const HEAD_TYPES: i32 = 4;
export const ARGS_VERSION: i32 = 5;
const WORDS: i32 = 6;

/** By term and candidates. */
const keys = newPairs();
const known = newList();
/** By what is known and type: what has to be assumed so that the term has it, and the version that this is of. */
const wayKeys = newPairs();
const ways = newList();
const wayVersions = newList();

/** The same address for environments, as blocks, that agree on the term's variables. */
export function termTypes(term: i32, environment: i32): i32 {
  const key = intern(keys, term, candidatesOf(variablesOf(term), environment));
  if (key === size(known)) {
    const fresh = claim(WORDS);
    put(fresh, VERSION, versionOf(term));
    push(known, fresh);
  }
  return at(known, key);
}

function candidatesOf(variables: i32, environment: i32): i32 {
  if (count(variables) === 1) return item(environment, item(variables, 0));
  let candidates = EMPTY;
  for (let i = 0; i < count(variables); i++) candidates = extend(candidates, item(environment, item(variables, i)));
  return candidates;
}

/** Forgets what is not of the present version. */
export function renew(types: i32, term: i32): void {
  const version = versionOf(term);
  if (get(types, VERSION) === version) return;
  put(types, VERSION, version);
  put(types, JUDGMENTS, 0);
  put(types, TYPES, 0);
}

/** Where the ways to have a type are kept. */
export function wayKey(types: i32, type: i32): i32 {
  const key = intern(wayKeys, types, type);
  if (key === size(ways)) {
    push(ways, 0);
    push(wayVersions, -1);
  }
  return key;
}

/** A block, or 0 when nothing is known of the present version. */
export function knownWays(types: i32, key: i32): i32 {
  return at(wayVersions, key) === get(types, VERSION) ? at(ways, key) : 0;
}

export function keepWays(types: i32, key: i32, block: i32): void {
  set(ways, key, block);
  set(wayVersions, key, get(types, VERSION));
}
