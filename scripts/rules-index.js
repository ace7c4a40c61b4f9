// Writes docs/rules/README.md, the index of all rule codes, from the tables of engines and readers (built into dist/).

import { writeFileSync } from 'node:fs';
import { allRules, printRulesIndex } from '../dist/pipeline/rules.js';

writeFileSync(new URL('../docs/rules/README.md', import.meta.url), printRulesIndex(allRules()));
