// Saturation with intersection types (in the manner of Broadbent and Kobayashi): the least set of types of the rules that
// is closed under typing their bodies, for the *negated* property, so that a type of the start is a violation.
// A variable's candidate types are those of the terms that flow to it. Within one term a stronger type replaces weaker
// ones; across different actual arguments nothing is dropped, since each of them must be typable on its own.

import { ANY, HANDED, HANDED_VERSION, judge, setUpTyping } from './body-typing';
import { findCandidates, isCandidate } from './candidates';
import { addEnvironment, newEnvironments, typingsIn } from './environments';
import { analyzeFlow, bindingsOf } from './flow';
import { at, count, get, item, newList, push, put, size } from './memory';
import { stack, typeAssumed, variableOf } from './needs';
import {
  environmentChosen,
  findPassings,
  nextChoice,
  passedIn,
  passingsOf,
  renewPassed,
  startChoices,
  targetOf,
} from './passing';
import { dequeue, enqueue, newQueue } from './queue';
import { addType, grow, setUpRules, versionOf } from './rule-types';
import { EMPTY, extend, itemsOf, setFrom } from './sequences';
import { arityOf, bodyOf, readRules } from './terms';
import { orderBases, typeOf } from './types';

/** So many environments are handed on in one step. */
const PASSED_AT_ONCE: i32 = 64;

/** By rule: what terms that it passes on are typed under, and what its body is. */
const environments = newList();
const bodyEnvironments = newList();
/** Rules whose body is to be typed, and rules that have something to hand on. */
let untyped: i32 = 0;
let unpassed: i32 = 0;
/** The rule whose body is being typed, and the next of its environments. */
let typedRule: i32 = -1;
let nextTyping: i32 = 0;
/** The rule that is handing on, and how far it has got. */
let passingRule: i32 = -1;
let nextPassed: i32 = 0;
let nextPassing: i32 = 0;
let isChoosing = false;

/** `states`: base types are states of an automaton, which are the demands; otherwise every tree has the types of `always`. */
export function setUp(words: i32, rules: i32, start: i32, states: bool, always: i32): void {
  readRules(words, rules);
  orderBases(states);
  setUpTyping(states);
  setUpRules();
  analyzeFlow(start, states);
  findCandidates(states);
  findPassings();
  untyped = newQueue(rules);
  unpassed = newQueue(rules);
  for (let rule = 0; rule < rules; rule++) {
    push(environments, newEnvironments(rule));
    push(bodyEnvironments, newEnvironments(rule));
  }
  for (let rule = 0; rule < rules; rule++) if (size(bindingsOf(rule)) > 0) offer(rule, nothingFor(rule));
  offer(0, EMPTY);
  for (let i = 0; i < count(always); i++)
    for (let rule = 0; rule < rules; rule++) addRuleType(rule, typeOf(item(always, i), nothingFor(rule)));
}

/** The empty set for each parameter. */
function nothingFor(rule: i32): i32 {
  let sets = EMPTY;
  for (let i = 0; i < arityOf(rule); i++) sets = extend(sets, EMPTY);
  return sets;
}

/**
 * Types one body under one environment, or hands some environments on; false when there is nothing left to do. Nothing is handed
 * on while there are bodies to type: their types would go the same ways one after the other.
 */
export function step(): bool {
  if (passingRule < 0 && typeNext()) return true;
  if (passingRule < 0) {
    passingRule = dequeue(unpassed);
    nextPassed = 0;
  }
  if (passingRule < 0) return false;
  pass();
  return true;
}

/** Types one body under one environment; false when nothing had changed for any. */
function typeNext(): bool {
  while (typedRule >= 0 || (typedRule = dequeue(untyped)) >= 0) {
    const typings = typingsIn(at(bodyEnvironments, typedRule));
    while (nextTyping < size(typings)) if (typeBody(typedRule, at(typings, nextTyping++))) return true;
    typedRule = -1;
    nextTyping = 0;
  }
  return false;
}

/** False when nothing had changed that the body depends on. */
function typeBody(rule: i32, typing: i32): bool {
  const body = bodyOf(rule);
  const version = versionOf(body) + 1;
  if (get(typing, HANDED_VERSION) === version) return false;
  const judgments = judge(typing, body);
  const before = get(typing, HANDED);
  for (let i = 0; i < count(judgments); i += 2)
    if (!wasHanded(before, item(judgments, i), item(judgments, i + 1)))
      addRuleType(rule, typeOf(item(judgments, i + 1), setsNeeded(item(judgments, i), arityOf(rule))));
  put(typing, HANDED_VERSION, version);
  put(typing, HANDED, judgments);
  return true;
}

function wasHanded(before: i32, needs: i32, base: i32): bool {
  for (let i = 0; i < count(before); i += 2) if (item(before, i) === needs && item(before, i + 1) === base) return true;
  return false;
}

/** The types assumed of each variable, as a sequence of sets. */
function setsNeeded(needs: i32, variables: i32): i32 {
  const assumed = itemsOf(needs);
  let sets = EMPTY;
  for (let variable = 0; variable < variables; variable++) {
    const from = size(stack);
    for (let i = 0; i < count(assumed); i++)
      if (variableOf(item(assumed, i)) === variable) push(stack, typeAssumed(item(assumed, i)));
    sets = extend(sets, setFrom(stack, from));
  }
  return sets;
}

function addRuleType(rule: i32, type: i32): void {
  if (!addType(rule, type)) return;
  const users = grow(rule);
  for (let i = 0; i < size(users); i++) {
    enqueue(untyped, at(users, i));
    enqueue(unpassed, at(users, i));
  }
}

/** Hands on what has changed of the types of the terms that are passed, some environments in one step. */
function pass(): void {
  let left = PASSED_AT_ONCE;
  const all = passedIn(passingRule);
  for (; nextPassed < size(all); nextPassed++) {
    const passed = at(all, nextPassed);
    if (!isChoosing) {
      if (!renewPassed(passed, at(environments, passingRule))) continue;
      nextPassing = 0;
      isChoosing = startNext(passed);
    }
    const passings = passingsOf(passed);
    while (isChoosing) {
      const passing = at(passings, nextPassing);
      offer(targetOf(passing), environmentChosen(passing, passed));
      if (!nextChoice(passing, passed)) {
        nextPassing++;
        isChoosing = startNext(passed);
      }
      if (--left === 0) return;
    }
  }
  passingRule = -1;
}

/** Goes to the next passing that has a choice; false when there is none. */
function startNext(passed: i32): bool {
  const passings = passingsOf(passed);
  for (; nextPassing < size(passings); nextPassing++) if (startChoices(at(passings, nextPassing), passed)) return true;
  return false;
}

function offer(rule: i32, environment: i32): void {
  if (!addEnvironment(at(environments, rule), environment)) return;
  enqueue(unpassed, rule);
  let ofBody = EMPTY;
  for (let all = itemsOf(environment), i = 0; i < count(all); i++)
    ofBody = extend(ofBody, isCandidate(rule, i) ? item(all, i) : ANY);
  if (addEnvironment(at(bodyEnvironments, rule), ofBody)) enqueue(untyped, rule);
}
