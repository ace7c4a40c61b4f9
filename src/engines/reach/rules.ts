// HD80xx: findings and input errors of `heddle reach`.

import type { RuleTable } from '../../base/rule.js';

export const reachRules = {
  HD8001: {
    title: 'configuration reachable',
    summary: 'A run of the pushdown system leads to a configuration that was asked about; the run is shown.',
    level: 'error',
  },
  HD8002: {
    title: 'no configuration to reach',
    summary: 'Nothing says which configurations of the pushdown system the question is about, or there are none such.',
    level: 'error',
  },
} as const satisfies RuleTable;
