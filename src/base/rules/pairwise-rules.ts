// HD5xxx: findings and input errors of `heddle pairwise`.

import type { Rule } from './rule.js';

export const pairwiseRules = {} as const satisfies Record<string, Rule>;
