// HD02xx: text forms of models that no engine has for its own.

import type { RuleTable } from '../base/rule.js';

export const modelRules = {
  HD0260: { title: 'pushdown system syntax', summary: 'A pushdown system is not well-formed.', level: 'error' },
  HD0261: {
    title: 'pushdown system rule',
    summary: 'A rule pushes more than two symbols, or has a weight that its domain does not have.',
    level: 'error',
  },
  HD0262: {
    title: 'pushdown system automaton',
    summary: 'An automaton over configurations uses an unknown symbol or enters a control state.',
    level: 'error',
  },
} as const satisfies RuleTable;
