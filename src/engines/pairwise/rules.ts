// HD5xxx: findings and input errors of `heddle pairwise`.

import type { RuleTable } from '../../base/rule.js';

export const pairwiseRules = {
  HD5001: { title: 'bad action tree', summary: 'The text is not an action tree.', level: 'error' },
  HD5002: {
    title: 'not lock-well-formed',
    summary: 'A lock is released out of order, acquired twice, or held at the end of a thread.',
    level: 'error',
  },
  HD5003: {
    title: 'join waits for nobody',
    summary: 'The thread has spawned no child before this join.',
    level: 'warning',
  },
  HD5004: { title: 'bad recursion scheme', summary: 'The text is not a recursion scheme.', level: 'error' },
  HD5005: {
    title: 'ill-sorted recursion scheme',
    summary: 'A symbol is applied to too many arguments, or used with different orders.',
    level: 'error',
  },
  HD5006: {
    title: 'label does not occur',
    summary: 'A label that was asked for does not occur in the model, so it is never reached.',
    level: 'warning',
  },
  HD5101: {
    title: 'labels reached at the same time',
    summary: 'Two different threads can be at the two labels at once.',
    level: 'error',
  },
  HD5102: {
    title: 'not schedulable',
    summary: 'No interleaving runs every thread of the tree to its end.',
    level: 'error',
  },
  HD5103: {
    title: 'tree not accepted',
    summary: 'The tree that the recursion scheme generates is rejected by its automaton.',
    level: 'error',
  },
  HD5104: {
    title: 'data race',
    summary: 'Two threads can be about to access the same variable at once, one of them writing.',
    level: 'error',
  },
} as const satisfies RuleTable;
