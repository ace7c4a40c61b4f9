// HD1xxx: findings and input errors of `heddle atomicity`.

import type { Rule } from './rule.js';

export const atomicityRules = {} as const satisfies Record<string, Rule>;
