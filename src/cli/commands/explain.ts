// `heddle explain HDnnnn`: the rule's page in the docs, or its line in the table when there is no page.

import { existsSync, readFileSync } from 'node:fs';
import { allRules, isKnownRule, ruleTable } from '../../pipeline/rules.js';
import { fail } from '../failure.js';
import { packageFile } from '../files/package-file.js';
import { didYouMean } from '../suggestion.js';

export async function explain(text: string): Promise<void> {
  const code = text.toUpperCase();
  if (!isKnownRule(code)) {
    const known = allRules().map(([rule]) => rule);
    return fail('HD0006', `there is no code '${text}'`, {
      help: `codes are ${known[0]} to ${known.at(-1)}`,
      ...didYouMean(code, known),
    });
  }
  const page = packageFile(`docs/rules/${code}.md`);
  const { title, summary } = ruleTable[code]!;
  process.stdout.write(existsSync(page) ? readFileSync(page, 'utf8') : `# ${code}: ${title}\n\n${summary}\n`);
}
