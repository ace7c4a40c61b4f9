// HD2xxx: findings and input errors of `heddle races`.

import type { RuleTable } from '../../base/rule.js';

export const racesRules = {
  HD2001: {
    title: 'data race',
    summary: 'Two accesses of a variable, at least one a write, that no synchronisation of the run orders.',
    level: 'error',
  },
  HD2002: {
    title: 'locking discipline broken',
    summary: 'A classic lockset algorithm finds no lock that protects the variable; it may be a false alarm.',
    level: 'warning',
  },
  HD2003: {
    title: 'order of two events',
    summary: 'Whether one event of a trace happens before another, with the chain of synchronisation that orders them.',
    level: 'note',
  },
  HD2010: {
    title: 'malformed trace line',
    summary: 'A line of a trace is not an event of its format.',
    level: 'error',
  },
  HD2011: {
    title: 'impossible event',
    summary: 'An event of a trace cannot have happened after the events before it.',
    level: 'error',
  },
  HD2012: {
    title: 'empty trace',
    summary: 'The trace has no event, so there is nothing to say about it.',
    level: 'warning',
  },
} as const satisfies RuleTable;
