// HD3xxx: findings and input errors of `heddle explore`.

import type { Rule } from './rule.js';

export const exploreRules = {} as const satisfies Record<string, Rule>;
