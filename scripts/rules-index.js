// Writes docs/rules/README.md, the index of all rule codes, from the table in src/base/rules (built into dist/).

import { writeFileSync } from 'node:fs';
import { allRules, printRulesIndex } from '../dist/base/rules/index.js';

writeFileSync(new URL('../docs/rules/README.md', import.meta.url), printRulesIndex(allRules()));
