// Candidate types for the variables of each rule: one environment gives a set of types per variable, jointly. Terms that
// are passed under different environments keep apart, since a mixture of their types belongs to no actual argument and
// numbers of types would explode. Only largest environments are kept: a smaller one allows nothing that they do not.

import { ANY, newTyping } from './body-typing';
import { at, claim, count, cutTo, get, item, newList, push, put, set, size } from './memory';
import { isNew, newPairs } from './pairs';
import { EMPTY, extend, isWithin, itemsOf, union } from './sequences';

/** Beyond this many, the environments of a rule are merged into one: more candidates, never fewer. */
const MOST: i32 = 200;

/** Words of a rule's environments: the rule, the typings and environments that are kept, how often these have changed. */
const RULE: i32 = 0;
const TYPINGS: i32 = 1;
const KEPT: i32 = 2;
const CHANGES: i32 = 3;
const WORDS: i32 = 4;

/** Every environment that was ever offered. */
const met = newPairs();

export function newEnvironments(rule: i32): i32 {
  const environments = claim(WORDS);
  put(environments, RULE, rule);
  put(environments, TYPINGS, newList());
  put(environments, KEPT, newList());
  return environments;
}

export function typingsIn(environments: i32): i32 {
  return get(environments, TYPINGS);
}

export function changesOf(environments: i32): i32 {
  return get(environments, CHANGES);
}

/** True when the environment, by number, allows something new. */
export function addEnvironment(environments: i32, environment: i32): bool {
  if (!isNew(met, environments, environment)) return false;
  const kept = get(environments, KEPT);
  for (let i = 0; i < size(kept); i++) if (isCovered(environment, at(kept, i))) return false;
  dropCovered(environments, environment);
  keep(environments, environment);
  if (size(kept) > MOST) mergeAll(environments);
  put(environments, CHANGES, changesOf(environments) + 1);
  return true;
}

function keep(environments: i32, environment: i32): void {
  push(get(environments, KEPT), environment);
  push(get(environments, TYPINGS), newTyping(get(environments, RULE), environment));
}

function dropCovered(environments: i32, by: i32): void {
  const kept = get(environments, KEPT);
  const typings = get(environments, TYPINGS);
  let left = 0;
  for (let i = 0; i < size(kept); i++) {
    if (isCovered(at(kept, i), by)) continue;
    set(kept, left, at(kept, i));
    set(typings, left, at(typings, i));
    left++;
  }
  cutTo(kept, left);
  cutTo(typings, left);
}

function mergeAll(environments: i32): void {
  const kept = get(environments, KEPT);
  let all = at(kept, 0);
  for (let i = 1; i < size(kept); i++) all = merged(itemsOf(all), itemsOf(at(kept, i)));
  cutTo(kept, 0);
  cutTo(get(environments, TYPINGS), 0);
  keep(environments, all);
}

function merged(a: i32, b: i32): i32 {
  let all = EMPTY;
  for (let i = 0; i < count(a); i++) {
    const isAny = item(a, i) === ANY || item(b, i) === ANY;
    all = extend(all, isAny ? ANY : union(item(a, i), item(b, i)));
  }
  return all;
}

/** Does the second environment allow all that the first one does? */
function isCovered(small: i32, large: i32): bool {
  if (small === large) return true;
  const left = itemsOf(small);
  const right = itemsOf(large);
  for (let i = 0; i < count(left); i++) {
    if (item(right, i) === ANY || item(left, i) === item(right, i)) continue;
    if (item(left, i) === ANY || !isWithin(item(left, i), item(right, i))) return false;
  }
  return true;
}
