// HD2xxx: findings and input errors of `heddle races`.

import type { Rule } from './rule.js';

export const racesRules = {} as const satisfies Record<string, Rule>;
