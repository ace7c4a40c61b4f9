// Types of the terms in one rule's body, under candidate types for its variables and the types of rules found so far.
// Whatever pushes ways or judgments leaves nothing else on the stack.

import { demandsAt } from './flow';
import { CHANGES, CHOOSES, combine, JOINS, ownBases, shape, waysToReject } from './host';
import { dropFrom, keepStrongest, pairWith, pushNeeds } from './judgments';
import { at, claim, count, get, includes, item, newBlock, newList, push, put, set, size } from './memory';
import { assumption, freely, keepWeakest, meet, moveDown, noWays, pushAll, stack, taken, unite } from './needs';
import { foundFor, typesOfRule, versionOfAll } from './rule-types';
import { EMPTY, itemsOf, setFrom } from './sequences';
import {
  ARGS_VERSION,
  EARLIER,
  HEAD_TYPES,
  JUDGMENTS,
  keepWays,
  knownWays,
  renew,
  TYPES,
  termTypes,
  wayKey,
} from './term-types';
import { argsOf, bodyOf, firstOf, headOfTerm, kindOf, RULE, TERMINAL, VARIABLE, variablesOf } from './terms';
import { atLeast, baseOf, isSubtype, restOf, setsOf, typeOf } from './types';

/** Stands for all types that there are, in place of the number of a set. */
export const ANY: i32 = -1;

/** Words of a typing: its rule, the environment as a block, and what is known of the terms of its body. */
const FIRST: i32 = 0;
const ENVIRONMENT: i32 = 1;
const SLOTS: i32 = 2;
/** The version of the body whose types have been handed to the rule, plus one, and the judgments they came from. */
export const HANDED_VERSION: i32 = 3;
export const HANDED: i32 = 4;
const WORDS: i32 = 5;

let areDemandsBases = false;
/** By term: the types that its demands are, as a block; 0 where nobody has asked. */
const demandedTypes = newList();

export function setUpTyping(states: bool): void {
  areDemandsBases = states;
}

/** Of one rule under an environment, by number. */
export function newTyping(rule: i32, environment: i32): i32 {
  const typing = claim(WORDS);
  const first = firstOf(rule);
  put(typing, FIRST, first);
  put(typing, ENVIRONMENT, itemsOf(environment));
  put(typing, SLOTS, claim(bodyOf(rule) - first + 1));
  put(typing, HANDED, noWays);
  return typing;
}

function knownOf(typing: i32, term: i32): i32 {
  const slots = get(typing, SLOTS);
  const slot = term - get(typing, FIRST);
  let known = get(slots, slot);
  if (known === 0) {
    known = termTypes(term, get(typing, ENVIRONMENT));
    put(slots, slot, known);
  }
  renew(known, term);
  return known;
}

/** Judgments about a term of base sort, as a block. */
export function judge(typing: i32, term: i32): i32 {
  const known = knownOf(typing, term);
  const before = get(known, JUDGMENTS);
  if (before !== 0) return before;
  const from = size(stack);
  const kind = kindOf(term);
  if (kind === TERMINAL) judgeNode(typing, term);
  else if (kind === RULE) judgeFurther(typing, term, known);
  else judgeWithAll(typing, term, headTypes(typing, term));
  keepStrongest(from, false);
  const judgments = taken(from);
  if (kind === RULE) put(known, EARLIER, judgments);
  put(known, JUDGMENTS, judgments);
  return judgments;
}

/** Types of a term of base or function sort, as the number of a set. */
export function typesAt(typing: i32, term: i32): i32 {
  if (kindOf(term) === VARIABLE && count(argsOf(term)) === 0) return item(get(typing, ENVIRONMENT), headOfTerm(term));
  const known = knownOf(typing, term);
  if (get(known, TYPES) === 0) put(known, TYPES, findTypes(typing, term) + 1);
  return get(known, TYPES) - 1;
}

function findTypes(typing: i32, term: i32): i32 {
  const from = size(stack);
  if (kindOf(term) === TERMINAL || size(demandsAt(term)) > 0) {
    const judgments = judge(typing, term);
    for (let i = 1; i < count(judgments); i += 2) push(stack, typeOf(item(judgments, i), EMPTY));
    return setFrom(stack, from);
  }
  const types = headTypes(typing, term);
  for (let i = 0; i < count(types); i++) {
    const ways = size(stack);
    waysToApply(typing, term, item(types, i));
    pairWith(ways, restOf(item(types, i), count(argsOf(term))));
  }
  keepStrongest(from, true);
  const pairs = taken(from);
  for (let i = 1; i < count(pairs); i += 2) push(stack, item(pairs, i));
  return setFrom(stack, from);
}

function headTypes(typing: i32, term: i32): i32 {
  const kind = kindOf(term);
  if (kind === RULE) return typesOfRule(headOfTerm(term));
  if (kind === TERMINAL) return noWays;
  const types = item(get(typing, ENVIRONMENT), headOfTerm(term));
  return types === ANY ? demandedAt(term) : itemsOf(types);
}

/** The types that matter of a variable which stands for a tree. */
function demandedAt(term: i32): i32 {
  while (size(demandedTypes) <= term) push(demandedTypes, 0);
  if (at(demandedTypes, term) === 0) {
    const demands = demandsAt(term);
    const block = newBlock(size(demands));
    for (let i = 0; i < size(demands); i++) put(block, i + 1, typeOf(at(demands, i), EMPTY));
    set(demandedTypes, term, block);
  }
  return at(demandedTypes, term);
}

function judgeNode(typing: i32, term: i32): void {
  const args = argsOf(term);
  for (let i = 0; i < count(args); i++) judge(typing, item(args, i));
  if (areDemandsBases) {
    const demands = demandsAt(term);
    for (let i = 0; i < size(demands); i++) judgeRejected(typing, term, at(demands, i));
  } else judgeCombined(typing, headOfTerm(term), args);
}

/** Each way to reject is met by every choice of judgments about the arguments in it. */
function judgeRejected(typing: i32, term: i32, state: i32): void {
  const args = argsOf(term);
  const ways = waysToReject(headOfTerm(term), state);
  for (let i = 0; i < count(ways); i++) {
    const from = size(stack);
    const way = item(ways, i);
    push(stack, EMPTY);
    for (let j = 0; j < count(way) && size(stack) > from; j += 2) {
      const more = size(stack);
      pushNeeds(judge(typing, item(args, item(way, j))), item(way, j + 1));
      if (size(stack) === more) dropFrom(from);
      else meet(from, more);
    }
    pairWith(from, state);
  }
}

function judgeCombined(typing: i32, terminal: i32, args: i32): void {
  const own = ownBases(terminal);
  for (let i = 0; i < count(own); i++) pushJudgment(EMPTY, item(own, i));
  const kind = shape(terminal);
  if (kind === CHOOSES) for (let i = 0; i < count(args); i++) pushAll(judge(typing, item(args, i)));
  else if (kind === CHANGES) {
    const below = judge(typing, item(args, 0));
    for (let i = 0; i < count(below); i += 2) pushJudgment(item(below, i), combine(terminal, item(below, i + 1), -1));
  } else if (kind === JOINS) join(terminal, judge(typing, item(args, 0)), judge(typing, item(args, 1)));
}

function join(terminal: i32, nexts: i32, children: i32): void {
  for (let i = 0; i < count(children); i += 2)
    for (let j = 0; j < count(nexts); j += 2) {
      const base = combine(terminal, item(nexts, j + 1), item(children, i + 1));
      pushJudgment(unite(item(nexts, j), item(children, i)), base);
    }
}

function pushJudgment(needs: i32, base: i32): void {
  if (base < 0) return;
  push(stack, needs);
  push(stack, base);
}

function judgeWithAll(typing: i32, term: i32, types: i32): void {
  for (let i = 0; i < count(types); i++) judgeWith(typing, term, item(types, i));
}

/** Semi-naive: while the arguments are as they were, only new types of the head are looked at. */
function judgeFurther(typing: i32, term: i32, known: i32): void {
  const found = foundFor(headOfTerm(term));
  const current = typesOfRule(headOfTerm(term));
  const version = versionOfAll(argsOf(term));
  const isFurther = get(known, EARLIER) !== 0 && get(known, ARGS_VERSION) === version;
  if (isFurther) pushAll(get(known, EARLIER));
  for (let i = isFurther ? get(known, HEAD_TYPES) : 0; i < size(found); i++)
    if (includes(current, at(found, i))) judgeWith(typing, term, at(found, i));
  put(known, HEAD_TYPES, size(found));
  put(known, ARGS_VERSION, version);
}

function judgeWith(typing: i32, term: i32, type: i32): void {
  if (count(itemsOf(setsOf(type))) !== count(argsOf(term))) return;
  const from = size(stack);
  waysToApply(typing, term, type);
  pairWith(from, baseOf(type));
}

/** Pushes what has to be assumed so that the head has the type and the arguments are as it needs them. */
function waysToApply(typing: i32, term: i32, type: i32): void {
  const from = size(stack);
  const own = kindOf(term) === VARIABLE ? assumption(headOfTerm(term), type) : EMPTY;
  if (!pushDemands(typing, argsOf(term), itemsOf(setsOf(type)))) return dropFrom(from);
  const ways = size(stack);
  push(stack, EMPTY);
  for (let i = from; i < ways; i++) {
    const more = size(stack);
    pushAll(at(stack, i));
    meet(ways, more);
  }
  moveDown(ways, from);
  if (own !== EMPTY) for (let i = from; i < size(stack); i++) set(stack, i, unite(own, at(stack, i)));
}

/** Pushes the ways, as blocks, to have each type that arguments need, where that takes an assumption; false when one cannot be had. */
function pushDemands(typing: i32, args: i32, sets: i32): bool {
  for (let i = 0; i < count(args); i++) {
    const needed = itemsOf(item(sets, i));
    for (let j = 0; j < count(needed); j++) {
      const ways = waysToHave(typing, item(args, i), item(needed, j));
      if (count(ways) === 0) return false;
      if (ways !== freely) push(stack, ways);
    }
  }
  return true;
}

/** What has to be assumed so that the term has the type: weakest ways, as a block. */
function waysToHave(typing: i32, term: i32, type: i32): i32 {
  const known = knownOf(typing, term);
  const key = wayKey(known, type);
  const before = knownWays(known, key);
  if (before !== 0) return before;
  const ways = findWays(typing, term, type);
  keepWays(known, key, ways);
  return ways;
}

function findWays(typing: i32, term: i32, type: i32): i32 {
  const from = size(stack);
  if (kindOf(term) === VARIABLE && count(argsOf(term)) === 0) {
    pushFitting(headOfTerm(term), item(get(typing, ENVIRONMENT), headOfTerm(term)), type);
    return taken(from);
  }
  if (setsOf(type) === EMPTY) {
    const judgments = judge(typing, term);
    for (let i = 0; i < count(judgments); i += 2)
      if (atLeast(item(judgments, i + 1), baseOf(type))) push(stack, item(judgments, i));
  } else {
    const types = headTypes(typing, term);
    const isClosed = count(variablesOf(term)) === 0;
    for (let i = 0; i < count(types); i++) {
      if (!isSubtype(restOf(item(types, i), count(argsOf(term))), type)) continue;
      waysToApply(typing, term, item(types, i));
      // A closed term assumes nothing: one way is as good as another.
      if (isClosed && size(stack) > from) break;
    }
  }
  for (let i = from; i < size(stack); i++)
    if (at(stack, i) === EMPTY) {
      dropFrom(from);
      return freely;
    }
  keepWeakest(from);
  return taken(from);
}

/** Assumes types of the set that are subtypes of `type`, without those of which another one asks for less. */
function pushFitting(variable: i32, types: i32, type: i32): void {
  if (types === ANY) return push(stack, assumption(variable, type));
  const from = size(stack);
  const all = itemsOf(types);
  for (let i = 0; i < count(all); i++) if (isFitting(item(all, i), type, from)) push(stack, item(all, i));
  for (let i = from; i < size(stack); i++) set(stack, i, assumption(variable, at(stack, i)));
}

function isFitting(each: i32, type: i32, from: i32): bool {
  if (!isSubtype(each, type)) return false;
  for (let i = from; i < size(stack); i++) if (isSubtype(each, at(stack, i))) return false;
  return true;
}
