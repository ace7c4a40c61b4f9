// HD4xxx: findings and input errors of `heddle cover`.

import type { Rule } from './rule.js';

export const coverRules = {} as const satisfies Record<string, Rule>;
