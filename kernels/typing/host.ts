// What the host knows of the base types: how terminals act on them. Ways to reject a node are asked for once.

import { at, newList, push, set, size } from './memory';
import { intern, newPairs } from './pairs';

/** The ways in which a node of the terminal is rejected from a state: a block of blocks [argument, state, …]. */
declare function ways(terminal: i32, state: i32): i32;

/** Base types that a node has whatever its arguments are, as a block. */
declare function own(terminal: i32): i32;

/** May base type `a` stand where `b`, another one, is asked for? */
export declare function outranks(a: i32, b: i32): i32;

/** One of the shapes below. */
export declare function shape(terminal: i32): i32;

/** The base type of a node whose arguments have these, or -1. */
export declare function combine(terminal: i32, first: i32, second: i32): i32;

/** Does the question have its answer when the whole tree has this base type? */
export declare function isAnswer(base: i32): i32;

export const ALONE: i32 = 0;
export const CHANGES: i32 = 1;
export const CHOOSES: i32 = 2;
export const JOINS: i32 = 3;

const asked = newPairs();
const answers = newList();
const owns = newList();

export function waysToReject(terminal: i32, state: i32): i32 {
  const question = intern(asked, terminal, state);
  if (question === size(answers)) push(answers, ways(terminal, state));
  return at(answers, question);
}

export function ownBases(terminal: i32): i32 {
  while (size(owns) <= terminal) push(owns, 0);
  if (at(owns, terminal) === 0) set(owns, terminal, own(terminal));
  return at(owns, terminal);
}
