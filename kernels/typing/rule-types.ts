// The types found for each rule, and the versions of the terms that the rule stands in: what was found out about a term is
// right as long as no rule in it gets a new type.

import { isAnswer } from './host';
import { at, count, item, newBlock, newList, push, set, size } from './memory';
import { isNew, newPairs } from './pairs';
import { parentsOf, ruleCount, ruleOf, termCount, usesOf } from './terms';
import { baseOf, hasSubtype, withStronger } from './types';

/** By rule: its types as a block, which changes when they do; and those that were the strongest when found, as a list. */
const current = newList();
const found = newList();
const met = newPairs();
/** Rule and type of each, in the order in which they were found: its derivation uses earlier ones only. */
export const derived = newList();
const versions = newList();
/** By rule: the terms that it stands in and their rules, as lists; 0 where nobody has asked. */
const standing = newList();
const users = newList();
const seenTerms = newPairs();
const seenUsers = newPairs();

let isAnswered = false;

export function answered(): bool {
  return isAnswered;
}

export function setUpRules(): void {
  const none = newBlock(0);
  for (let rule = 0; rule < ruleCount(); rule++) {
    push(current, none);
    push(found, newList());
    push(standing, 0);
    push(users, 0);
  }
  for (let term = 0; term < termCount(); term++) push(versions, 0);
}

export function typesOfRule(rule: i32): i32 {
  return at(current, rule);
}

/** Every type found for the rule, in that order; only those of `typesOfRule` count. */
export function foundFor(rule: i32): i32 {
  return at(found, rule);
}

export function versionOf(term: i32): i32 {
  return at(versions, term);
}

/** Grows whenever something grows that stands in one of a block of terms. */
export function versionOfAll(block: i32): i32 {
  let version = 0;
  for (let i = 0; i < count(block); i++) version += at(versions, item(block, i));
  return version;
}

/** True when the type says something new. */
export function addType(rule: i32, type: i32): bool {
  if (!isNew(met, rule, type)) return false;
  const types = at(current, rule);
  if (hasSubtype(types, type)) return false;
  set(current, rule, withStronger(types, type));
  push(at(found, rule), type);
  push(derived, rule);
  push(derived, type);
  if (rule === 0 && isAnswer(baseOf(type)) !== 0) isAnswered = true;
  return true;
}

/** The terms that the rule stands in are no longer as they were. Returns the rules that these are of, as a list. */
export function grow(rule: i32): i32 {
  if (at(standing, rule) === 0) findStanding(rule);
  const terms = at(standing, rule);
  for (let i = 0; i < size(terms); i++) set(versions, at(terms, i), at(versions, at(terms, i)) + 1);
  return at(users, rule);
}

function findStanding(rule: i32): void {
  const terms = newList();
  const rules = newList();
  const uses = usesOf(rule);
  for (let i = 0; i < size(uses); i++) if (isNew(seenTerms, rule, at(uses, i))) push(terms, at(uses, i));
  // Terms are added while they are gone through.
  for (let i = 0; i < size(terms); i++) {
    const term = at(terms, i);
    if (isNew(seenUsers, rule, ruleOf(term))) push(rules, ruleOf(term));
    const parents = parentsOf(term);
    for (let j = 0; j < size(parents); j++) if (isNew(seenTerms, rule, at(parents, j))) push(terms, at(parents, j));
  }
  set(standing, rule, terms);
  set(users, rule, rules);
}
