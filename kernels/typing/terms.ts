// The terms of a scheme's rules, numbered. Equal terms of one rule are one term. Arguments come before what they are arguments
// of, the rules one after the other; the body is the last of its rule.

import { at, blockFrom, claim, count, cutTo, get, item, newList, push, put, size } from './memory';
import { find, intern, newPairs } from './pairs';
import { EMPTY, extend, itemsOf, setFrom } from './sequences';

export const RULE: i32 = 0;
export const VARIABLE: i32 = 1;
export const TERMINAL: i32 = 2;

/** Words of a term: its rule, what its head is, number of the head, its arguments and the variables in it, as blocks. */
const RULE_OF: i32 = 0;
const KIND: i32 = 1;
const HEAD: i32 = 2;
const ARGS: i32 = 3;
const VARIABLES: i32 = 4;
const PARENTS: i32 = 5;
const WORDS: i32 = 6;

const terms = newList();
/** By rule: the term that is its body, its first term, its arity, and the terms that it is the head of. */
const bodies = newList();
const firsts = newList();
const arities = newList();
const headOf = newList();
/** By rule and spelling. */
const known = newPairs();
const numbers = newList();
/** Terms that wait for what they are arguments of. */
const open = newList();

export function ruleOf(term: i32): i32 {
  return get(at(terms, term), RULE_OF);
}

export function kindOf(term: i32): i32 {
  return get(at(terms, term), KIND);
}

export function headOfTerm(term: i32): i32 {
  return get(at(terms, term), HEAD);
}

export function argsOf(term: i32): i32 {
  return get(at(terms, term), ARGS);
}

export function variablesOf(term: i32): i32 {
  return get(at(terms, term), VARIABLES);
}

/** Those that it is an argument of; some twice. */
export function parentsOf(term: i32): i32 {
  return get(at(terms, term), PARENTS);
}

export function termCount(): i32 {
  return size(terms);
}

export function ruleCount(): i32 {
  return size(bodies);
}

export function bodyOf(rule: i32): i32 {
  return at(bodies, rule);
}

export function firstOf(rule: i32): i32 {
  return at(firsts, rule);
}

export function arityOf(rule: i32): i32 {
  return at(arities, rule);
}

/** The terms that a rule is the head of, as a list. */
export function usesOf(rule: i32): i32 {
  return at(headOf, rule);
}

/**
 * Reads the rules: of each its arity, the number of its terms, and these, arguments first, as what the head is, its number and the
 * number of arguments.
 */
export function readRules(words: i32, rules: i32): void {
  for (let rule = 0; rule < rules; rule++) push(headOf, newList());
  let from = words;
  for (let rule = 0; rule < rules; rule++) {
    push(arities, get(from, 0));
    push(firsts, size(terms));
    const length = get(from, 1);
    from += 8;
    for (let i = 0; i < length; i++, from += 12) push(open, termOf(rule, get(from, 0), get(from, 1), get(from, 2)));
    push(bodies, at(open, 0));
    cutTo(open, 0);
  }
}

function termOf(rule: i32, kind: i32, head: i32, args: i32): i32 {
  const from = size(open) - args;
  let spelling = extend(extend(EMPTY, kind), head);
  for (let i = from; i < size(open); i++) spelling = extend(spelling, at(open, i));
  const same = find(known, rule, spelling);
  if (same >= 0) {
    cutTo(open, from);
    return at(numbers, same);
  }
  intern(known, rule, spelling);
  push(numbers, size(terms));
  const block = blockFrom(open, from);
  cutTo(open, from);
  return add(rule, kind, head, block);
}

function add(rule: i32, kind: i32, head: i32, args: i32): i32 {
  const id = size(terms);
  const term = claim(WORDS);
  push(terms, term);
  put(term, RULE_OF, rule);
  put(term, KIND, kind);
  put(term, HEAD, head);
  put(term, ARGS, args);
  put(term, VARIABLES, variablesIn(kind, head, args));
  put(term, PARENTS, newList());
  for (let i = 0; i < count(args); i++) push(parentsOf(item(args, i)), id);
  if (kind === RULE) push(at(headOf, head), id);
  return id;
}

function variablesIn(kind: i32, head: i32, args: i32): i32 {
  const from = size(open);
  if (kind === VARIABLE) push(open, head);
  for (let i = 0; i < count(args); i++) {
    const inner = variablesOf(item(args, i));
    for (let j = 0; j < count(inner); j++) push(open, item(inner, j));
  }
  return itemsOf(setFrom(open, from));
}
