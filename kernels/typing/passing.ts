// Somewhere terms are passed to a rule together. Each of them stands in the body of some rule and is typed under one of
// that rule's environments; the rule that is called gets an environment for every choice of these. Semi-naive: a choice is
// made once, when the last of its parts is new. Terms whose parameter nobody uses are not looked at.

import { typesAt } from './body-typing';
import { isNeeded } from './candidates';
import { changesOf, typingsIn } from './environments';
import { bindingsOf } from './flow';
import { at, blockFrom, claim, count, cutTo, get, item, newList, push, put, set, size } from './memory';
import { intern, isNew, newPairs } from './pairs';
import { versionOfAll } from './rule-types';
import { EMPTY, extend, itemsOf } from './sequences';
import { arityOf, ruleCount, ruleOf } from './terms';

/** Words of terms of one rule's body that are passed together, whereto ever. */
const TERMS: i32 = 0;
const PASSINGS: i32 = 1;
/** Over the rule's environments, each once: the sequences of the terms' sets of types. */
const LISTS: i32 = 2;
/** Per environment of the rule: its typing and the sequence. */
const TYPED: i32 = 3;
/** What these are of: changes of the environments, plus one, and the version of the terms. */
const CHANGES: i32 = 4;
const VERSION: i32 = 5;
/** When this was done last. */
const CLOCK: i32 = 6;
const PASSED_WORDS: i32 = 7;

/** Words of a passing: the rule that is called, and its parts, each what is passed and where it stands among the arguments. */
const TARGET: i32 = 0;
const PARTS: i32 = 1;
const PASSING_WORDS: i32 = 2;

/** By rule: what is passed of its body, as a list. */
const passedOf = newList();
/** By rule and terms. */
const passedKeys = newPairs();
const passedByKey = newList();
const knownPassings = newPairs();
/** By what is passed and sequence: when it was there last. */
const seenKeys = newPairs();
const seenAt = newList();
let clock: i32 = 0;
/** The sequences that were not there before. */
const fresh = newList();
const scratch = newList();

export function passedIn(rule: i32): i32 {
  return at(passedOf, rule);
}

export function passingsOf(passed: i32): i32 {
  return get(passed, PASSINGS);
}

export function targetOf(passing: i32): i32 {
  return get(passing, TARGET);
}

export function findPassings(): void {
  for (let rule = 0; rule < ruleCount(); rule++) push(passedOf, newList());
  for (let rule = 0; rule < ruleCount(); rule++) {
    const bindings = bindingsOf(rule);
    for (let i = 0; i < size(bindings); i++) addPassing(rule, itemsOf(at(bindings, i)));
  }
}

function addPassing(target: i32, binding: i32): void {
  let lookedAt = EMPTY;
  for (let i = 0; i < count(binding); i++) lookedAt = extend(lookedAt, isNeeded(target, i) ? item(binding, i) : -1);
  if (!isNew(knownPassings, target, lookedAt)) return;
  const passing = claim(PASSING_WORDS);
  const parts = newList();
  put(passing, TARGET, target);
  put(passing, PARTS, parts);
  for (let i = 0; i < count(binding); i++)
    if (isNeeded(target, i) && isFirstOfRule(target, binding, i)) addPart(passing, parts, binding, i);
}

function isFirstOfRule(target: i32, binding: i32, index: i32): bool {
  const rule = ruleOf(item(binding, index));
  for (let i = 0; i < index; i++) if (isNeeded(target, i) && ruleOf(item(binding, i)) === rule) return false;
  return true;
}

/** All terms of the rule that the one at the position is of. */
function addPart(passing: i32, parts: i32, binding: i32, position: i32): void {
  const rule = ruleOf(item(binding, position));
  const target = get(passing, TARGET);
  let terms = EMPTY;
  const from = size(scratch);
  for (let i = position; i < count(binding); i++) {
    if (!isNeeded(target, i) || ruleOf(item(binding, i)) !== rule) continue;
    terms = extend(terms, item(binding, i));
    push(scratch, i);
  }
  const passed = passedBy(rule, terms);
  push(parts, passed);
  push(parts, blockFrom(scratch, from));
  cutTo(scratch, from);
  push(get(passed, PASSINGS), passing);
}

function passedBy(rule: i32, terms: i32): i32 {
  const key = intern(passedKeys, rule, terms);
  if (key === size(passedByKey)) {
    const passed = claim(PASSED_WORDS);
    put(passed, TERMS, itemsOf(terms));
    put(passed, PASSINGS, newList());
    put(passed, LISTS, newList());
    put(passed, TYPED, newList());
    put(passed, VERSION, -1);
    push(passedByKey, passed);
    push(at(passedOf, rule), passed);
  }
  return at(passedByKey, key);
}

/** Types the terms under each environment, where something has changed. True when there are fresh sequences. */
export function renewPassed(passed: i32, environments: i32): bool {
  cutTo(fresh, 0);
  const version = versionOfAll(get(passed, TERMS));
  const changes = changesOf(environments) + 1;
  if (get(passed, VERSION) === version && get(passed, CHANGES) === changes) return false;
  typeUnder(passed, typingsIn(environments), get(passed, VERSION) === version);
  put(passed, CHANGES, changes);
  put(passed, VERSION, version);
  const before = get(passed, CLOCK);
  put(passed, CLOCK, ++clock);
  const typed = get(passed, TYPED);
  const lists = get(passed, LISTS);
  cutTo(lists, 0);
  for (let i = 1; i < size(typed); i += 2) {
    const when = seen(passed, at(typed, i));
    if (when === clock) continue;
    push(lists, at(typed, i));
    if (when === 0 || when !== before) push(fresh, at(typed, i));
  }
  return size(fresh) > 0;
}

/** When the sequence was there last; from now on that is now. */
function seen(passed: i32, sequence: i32): i32 {
  const key = intern(seenKeys, passed, sequence);
  if (key === size(seenAt)) push(seenAt, 0);
  const when = at(seenAt, key);
  set(seenAt, key, clock);
  return when;
}

/** `isRight`: what is known stays, in the order of the environments, which come and go but never change places. */
function typeUnder(passed: i32, typings: i32, isRight: bool): void {
  const typed = get(passed, TYPED);
  const terms = get(passed, TERMS);
  const known = isRight ? size(typed) : 0;
  let next = 0;
  cutTo(scratch, 0);
  for (let i = 0; i < size(typings); i++) {
    const typing = at(typings, i);
    let same = next;
    while (same < known && at(typed, same) !== typing) same += 2;
    push(scratch, typing);
    if (same < known) {
      push(scratch, at(typed, same + 1));
      next = same + 2;
    } else push(scratch, sequenceUnder(typing, terms));
  }
  cutTo(typed, 0);
  for (let i = 0; i < size(scratch); i++) push(typed, at(scratch, i));
  cutTo(scratch, 0);
}

function sequenceUnder(typing: i32, terms: i32): i32 {
  let sequence = EMPTY;
  for (let i = 0; i < count(terms); i++) sequence = extend(sequence, typesAt(typing, item(terms, i)));
  return sequence;
}

/** Which sequence of each part is next in line, and the environment that they make. */
const chosen = newList();
const environment = newList();

/** False when there is no choice. */
export function startChoices(passing: i32, renewed: i32): bool {
  cutTo(chosen, 0);
  const parts = get(passing, PARTS);
  for (let i = 0; i < size(parts); i += 2) {
    push(chosen, 0);
    if (size(listsOf(at(parts, i), renewed)) === 0) return false;
  }
  return true;
}

function listsOf(passed: i32, renewed: i32): i32 {
  return passed === renewed ? fresh : get(passed, LISTS);
}

/** The environment, by number, of the present choice of one sequence per part, that of `renewed` among the fresh ones. */
export function environmentChosen(passing: i32, renewed: i32): i32 {
  const parts = get(passing, PARTS);
  cutTo(environment, 0);
  for (let i = 0; i < arityOf(get(passing, TARGET)); i++) push(environment, EMPTY);
  for (let i = 0; i < size(parts); i += 2) {
    const sets = itemsOf(at(listsOf(at(parts, i), renewed), at(chosen, i >> 1)));
    const positions = at(parts, i + 1);
    for (let j = 0; j < count(positions); j++) set(environment, item(positions, j), item(sets, j));
  }
  let number = EMPTY;
  for (let i = 0; i < size(environment); i++) number = extend(number, at(environment, i));
  return number;
}

/** False after the last choice. */
export function nextChoice(passing: i32, renewed: i32): bool {
  const parts = get(passing, PARTS);
  for (let i = 0; i < size(chosen); i++) {
    set(chosen, i, at(chosen, i) + 1);
    if (at(chosen, i) < size(listsOf(at(parts, 2 * i), renewed))) return true;
    set(chosen, i, 0);
  }
  return false;
}
