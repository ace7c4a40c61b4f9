// Which variables a body is typed under candidate types for. What a rule's body needs of a variable that it never applies
// follows from what it hands the variable to, so it may simply be assumed: HorSat2 does that where a rule applies none.
// Elsewhere assumptions that no argument meets would pile up; only trees of few base types are left to them.

import { bindingsOf, demandsAt, isCalled, parameterCount, parameterOf } from './flow';
import { at, count, cutTo, item, newList, push, set, size } from './memory';
import { isNew, newPairs } from './pairs';
import { itemsOf } from './sequences';
import { argsOf, arityOf, headOfTerm, kindOf, ruleCount, ruleOf, termCount, VARIABLE, variablesOf } from './terms';

/** Of so few base types none is much use as a candidate. */
const FEW_BASES: i32 = 2;

/** By parameter: is its body typed under candidates for it? Is it needed in the body, or for a term that is handed on? */
const inBody = newList();
const needed = newList();
const isApplied = newList();
const baseCounts = newList();
const bases = newPairs();
/** Rules and parameters. */
const pending = newList();

export function isCandidate(rule: i32, index: i32): bool {
  return at(inBody, parameterOf(rule, index)) !== 0;
}

export function isNeeded(rule: i32, index: i32): bool {
  return at(needed, parameterOf(rule, index)) !== 0;
}

export function findCandidates(areDemandsStates: bool): void {
  for (let i = 0; i < parameterCount(); i++) {
    push(isApplied, 0);
    push(baseCounts, 0);
    push(inBody, 1);
    push(needed, 0);
  }
  for (let term = 0; term < termCount(); term++) if (kindOf(term) === VARIABLE) noteUse(term);
  for (let rule = 0; rule < ruleCount(); rule++) {
    if (areDemandsStates) chooseOf(rule);
    for (let i = 0; i < arityOf(rule); i++) if (isCandidate(rule, i)) need(rule, i);
  }
  while (size(pending) > 0) {
    const rule = at(pending, size(pending) - 2);
    const index = at(pending, size(pending) - 1);
    cutTo(pending, size(pending) - 2);
    handOn(rule, index);
  }
}

function noteUse(term: i32): void {
  const parameter = parameterOf(ruleOf(term), headOfTerm(term));
  if (count(argsOf(term)) > 0) {
    set(isApplied, parameter, 1);
    return;
  }
  const demands = demandsAt(term);
  for (let i = 0; i < size(demands); i++)
    if (isNew(bases, parameter, at(demands, i))) set(baseCounts, parameter, at(baseCounts, parameter) + 1);
}

function chooseOf(rule: i32): void {
  let appliesAny = false;
  for (let i = 0; i < arityOf(rule); i++) if (at(isApplied, parameterOf(rule, i)) !== 0) appliesAny = true;
  for (let i = 0; i < arityOf(rule); i++) {
    const parameter = parameterOf(rule, i);
    const few = at(baseCounts, parameter) > 0 && at(baseCounts, parameter) <= FEW_BASES;
    if (at(isApplied, parameter) === 0 && (!appliesAny || few)) set(inBody, parameter, 0);
  }
}

/** What nobody calls needs no candidates. */
function need(rule: i32, index: i32): void {
  const parameter = parameterOf(rule, index);
  if (at(needed, parameter) !== 0 || !isCalled(parameter)) return;
  set(needed, parameter, 1);
  push(pending, rule);
  push(pending, index);
}

function handOn(rule: i32, index: i32): void {
  const bindings = bindingsOf(rule);
  for (let i = 0; i < size(bindings); i++) {
    const passed = item(itemsOf(at(bindings, i)), index);
    const variables = variablesOf(passed);
    for (let j = 0; j < count(variables); j++) need(ruleOf(passed), item(variables, j));
  }
}
