// HD01xx: the modelling language.

import type { RuleTable } from '../../base/rule.js';

export const emlRules = {
  HD0101: {
    title: 'syntax error',
    summary: 'The text does not follow the grammar of the modelling language.',
    level: 'error',
  },
  HD0102: {
    title: 'unexpected character',
    summary: 'A character that no token of the language contains.',
    level: 'error',
  },
  HD0103: { title: 'unclosed comment', summary: 'A comment that is opened by /* and never closed.', level: 'error' },
  HD0104: { title: 'number out of range', summary: 'An integer literal is larger than 2147483647.', level: 'error' },
  HD0105: { title: 'no process', summary: 'A model needs at least one process.', level: 'error' },
  HD0106: { title: 'no entry point', summary: 'A process needs a function main without parameters.', level: 'error' },
  HD0107: { title: 'declared twice', summary: 'Two declarations of one kind have the same name.', level: 'error' },
  HD0108: { title: 'unknown name', summary: 'A name is used that is not declared.', level: 'error' },
  HD0109: {
    title: 'wrong number of arguments',
    summary: 'A call has more or fewer arguments than the function has parameters.',
    level: 'error',
  },
  HD0110: { title: 'type mismatch', summary: 'A value has another type than the one that is needed.', level: 'error' },
  HD0111: {
    title: 'variable without a value',
    summary: 'A variable without a type is used where a value is needed.',
    level: 'error',
  },
  HD0112: { title: 'not a lock', summary: 'Something is acquired or released that cannot be locked.', level: 'error' },
  HD0113: { title: 'jump outside of a loop', summary: 'break and continue belong inside of a loop.', level: 'error' },
  HD0114: {
    title: 'return does not fit',
    summary: 'A return has a value where the function gives none, or the other way round.',
    level: 'error',
  },
  HD0115: {
    title: 'missing return',
    summary: 'A function with a return type can reach its end without a return.',
    level: 'error',
  },
  HD0116: {
    title: 'bad range',
    summary: 'A range is empty, or a constant lies outside of the range of its type.',
    level: 'error',
  },
  HD0117: { title: 'not a variable', summary: 'A name is used as a variable that is none.', level: 'error' },
  HD0118: { title: 'no value', summary: 'A value is needed from a function that gives none.', level: 'error' },
  HD0119: {
    title: 'not with this scheduling',
    summary: 'A statement makes no sense with the scheduling of the model.',
    level: 'error',
  },
  HD0120: {
    title: 'not an atomic place',
    summary: 'An atomic update reads and writes one volatile place, in one step.',
    level: 'error',
  },
  HD0121: {
    title: 'function in shared memory',
    summary: 'Functions are passed as parameters and kept in locals; variables, fields and arrays hold none.',
    level: 'error',
  },
  HD0122: {
    title: 'function as a result',
    summary: 'A function gives no function: it takes one as a parameter and calls it.',
    level: 'error',
  },
  HD0123: {
    title: 'captured local is assigned',
    summary: 'An anonymous function speaks of a local that is assigned after its declaration.',
    level: 'error',
  },
  HD0124: {
    title: 'cannot be assigned',
    summary: 'A function, or a local of the surrounding function, is assigned to.',
    level: 'error',
  },
  HD0125: { title: 'not a function', summary: 'Something is called that is no function.', level: 'error' },
  HD0151: { title: 'dead code', summary: 'A statement that no execution reaches.', level: 'warning' },
  HD0152: { title: 'unused name', summary: 'Something is declared and never used.', level: 'warning' },
  HD0153: { title: 'hidden name', summary: 'A local variable hides a declaration of the same name.', level: 'warning' },
  HD0154: {
    title: 'functions grow without bound',
    summary: 'Functions that are passed capture each other ever deeper: only a part of the program is looked at.',
    level: 'warning',
  },
  HD0199: {
    title: 'too many messages',
    summary: 'The rest of the messages about this file is left out.',
    level: 'warning',
  },
} as const satisfies RuleTable;
