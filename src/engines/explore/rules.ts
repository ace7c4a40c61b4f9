// HD3xxx: findings and input errors of `heddle explore`.

import type { RuleTable } from '../../base/rule.js';

export const exploreRules = {
  HD3001: { title: 'assertion can fail', summary: 'Some interleaving makes an assertion false.', level: 'error' },
  HD3002: {
    title: 'thread goes wrong',
    summary: 'Some interleaving dereferences null, leaves a range, or releases a lock it does not hold.',
    level: 'error',
  },
  HD3003: { title: 'deadlock', summary: 'Some interleaving ends with threads that wait for ever.', level: 'error' },
  HD3004: {
    title: 'data race',
    summary: 'Two conflicting accesses are not ordered by happens-before.',
    level: 'error',
  },
  HD3005: {
    title: 'atomicity violation',
    summary: 'Two units of work interleave in a way that no serial order explains.',
    level: 'error',
  },
  HD3006: {
    title: 'threads can run for ever',
    summary: 'Some fair execution never ends, although every thread that can move gets its turn.',
    level: 'error',
  },
} as const satisfies RuleTable;
