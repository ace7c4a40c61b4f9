// Flow analysis of a scheme (0-CFA): which terms each variable may stand for, and which demands (states of an automaton)
// each place is visited with, starting from the demand on the whole tree. Everything else need not be typed.

import { waysToReject } from './host';
import { at, count, cutTo, item, newList, push, size } from './memory';
import { first, intern, isNew, newPairs, second } from './pairs';
import { concat, EMPTY, extend, itemsOf } from './sequences';
import { argsOf, arityOf, bodyOf, headOfTerm, kindOf, RULE, ruleCount, ruleOf, termCount, VARIABLE } from './terms';

/** By term: the demands that it is visited with, as a list. */
const demands = newList();
const visited = newPairs();
/** By rule: sequences of terms that are passed for its parameters together, as a list. */
const bindings = newList();
const bound = newPairs();
/** By parameter: the terms that it may stand for, and what it is applied to with which demand, as lists. */
const actuals = newList();
const knownActuals = newPairs();
const applications = newList();
const knownApplications = newPairs();
/** Pairs of a sequence of arguments and a demand. */
const demanded = newPairs();
/** By rule: the number of its first parameter. */
const parameters = newList();
/** By term: its arguments as a sequence. */
const sequences = newList();
/** Terms that are visited, each with further arguments and a demand. */
const pending = newList();

let areDemandsStates = false;

export function demandsAt(term: i32): i32 {
  return at(demands, term);
}

export function bindingsOf(rule: i32): i32 {
  return at(bindings, rule);
}

/** The parameter of a rule among those of all rules. */
export function parameterOf(rule: i32, index: i32): i32 {
  return at(parameters, rule) + index;
}

export function parameterCount(): i32 {
  return size(actuals);
}

/** What nobody calls needs no type. */
export function isCalled(parameter: i32): bool {
  return size(at(applications, parameter)) > 0;
}

/** `states`: demands are states of an automaton; otherwise the demand on a node is that on its arguments. */
export function analyzeFlow(start: i32, states: bool): void {
  areDemandsStates = states;
  for (let rule = 0; rule < ruleCount(); rule++) {
    push(parameters, size(actuals));
    push(bindings, newList());
    for (let i = 0; i < arityOf(rule); i++) {
      push(actuals, newList());
      push(applications, newList());
    }
  }
  for (let term = 0; term < termCount(); term++) {
    push(demands, newList());
    push(sequences, sequenceOf(argsOf(term)));
  }
  visit(bodyOf(0), start);
  while (size(pending) > 0) {
    const from = size(pending) - 3;
    const term = at(pending, from);
    const more = at(pending, from + 1);
    const demand = at(pending, from + 2);
    cutTo(pending, from);
    apply(term, concat(at(sequences, term), more), demand);
  }
}

function sequenceOf(block: i32): i32 {
  let sequence = EMPTY;
  for (let i = 0; i < count(block); i++) sequence = extend(sequence, item(block, i));
  return sequence;
}

function later(term: i32, more: i32, demand: i32): void {
  push(pending, term);
  push(pending, more);
  push(pending, demand);
}

function visit(term: i32, demand: i32): void {
  if (!isNew(visited, term, demand)) return;
  push(at(demands, term), demand);
  later(term, EMPTY, demand);
}

/** The term with all its arguments is visited with a demand. */
function apply(term: i32, args: i32, demand: i32): void {
  const kind = kindOf(term);
  if (kind === RULE) call(headOfTerm(term), args, demand);
  else if (kind === VARIABLE) applyVariable(parameterOf(ruleOf(term), headOfTerm(term)), args, demand);
  else if (areDemandsStates) demandOfNode(headOfTerm(term), itemsOf(args), demand);
  else for (let all = itemsOf(args), i = 0; i < count(all); i++) visit(item(all, i), demand);
}

function demandOfNode(terminal: i32, args: i32, demand: i32): void {
  const ways = waysToReject(terminal, demand);
  for (let i = 0; i < count(ways); i++)
    for (let way = item(ways, i), j = 0; j < count(way); j += 2) visit(item(args, item(way, j)), item(way, j + 1));
}

function call(rule: i32, args: i32, demand: i32): void {
  if (isNew(bound, rule, args)) {
    push(at(bindings, rule), args);
    const all = itemsOf(args);
    for (let i = 0; i < count(all); i++) bind(parameterOf(rule, i), item(all, i));
  }
  visit(bodyOf(rule), demand);
}

function applyVariable(parameter: i32, args: i32, demand: i32): void {
  const application = intern(demanded, args, demand);
  if (!isNew(knownApplications, parameter, application)) return;
  push(at(applications, parameter), application);
  const all = at(actuals, parameter);
  for (let i = 0; i < size(all); i++) applyActual(at(all, i), args, demand);
}

function applyActual(term: i32, args: i32, demand: i32): void {
  if (args === EMPTY) visit(term, demand);
  else later(term, args, demand);
}

function bind(parameter: i32, actual: i32): void {
  if (!isNew(knownActuals, parameter, actual)) return;
  push(at(actuals, parameter), actual);
  const all = at(applications, parameter);
  for (let i = 0; i < size(all); i++) applyActual(actual, first(demanded, at(all, i)), second(demanded, at(all, i)));
}
