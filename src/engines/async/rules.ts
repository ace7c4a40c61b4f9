// HD6xxx: findings of `heddle async` in TypeScript and JavaScript, and what it did not follow.

import type { RuleTable } from '../../base/rule.js';

export const asyncRules = {
  HD6000: {
    title: 'no interleaving breaks it',
    summary: 'Within the bounds, no interleaving at an await shows any of the violations HD6001 to HD6008.',
    level: 'note',
  },
  HD6001: {
    title: 'check-then-act',
    summary: 'A check is out of date when it is acted on: another call has written the location across an await.',
    level: 'error',
  },
  HD6002: {
    title: 'lost update',
    summary:
      'A value that was read before an await is written back after it, over what another call has written meanwhile.',
    level: 'error',
  },
  HD6003: {
    title: 'stale response',
    summary:
      'The answer to an earlier call overwrites part of what a later call has put there: two locations disagree.',
    level: 'error',
  },
  HD6004: {
    title: 'use after close',
    summary: 'Something is used, registered or set again after another call has closed it across an await.',
    level: 'error',
  },
  HD6005: {
    title: 'two holders',
    summary: 'Two calls are in the section that only one should be in at a time.',
    level: 'error',
  },
  HD6006: {
    title: 'iteration while mutated',
    summary: 'An array is iterated with an await in the loop, while another call shifts its elements.',
    level: 'error',
  },
  HD6007: {
    title: 'result of a stale read',
    summary: 'A call ends in a way in which it never ends alone, because of a read that is out of date.',
    level: 'error',
  },
  HD6008: {
    title: 'self-deadlock',
    summary:
      'A call waits for a lock or a promise that it would have to release or settle itself, or that nobody can settle any more.',
    level: 'error',
  },
  HD6009: {
    title: 'left held after a failure',
    summary: 'A call takes something, gives it back when it succeeds, and keeps it when what it waits for fails.',
    level: 'error',
  },
  HD6010: {
    title: 'not followed',
    summary: 'Something in the code was not followed, so that nothing is known about what depends on it.',
    level: 'note',
  },
  HD6011: {
    title: 'outcome of no order',
    summary:
      'A call does something outside as in no serial order of the calls: what it acts on was changed by another call across an await.',
    level: 'error',
  },
} as const satisfies RuleTable;
