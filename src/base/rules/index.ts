// The one table of rule codes: the type RuleCode, SARIF rules, `heddle explain` and the docs index come from it.
// Each area owns a range: HD0 input, HD1 atomicity, HD2 races, HD3 explore, HD4 cover, HD5 pairwise.

import { atomicityRules } from './atomicity-rules.js';
import { coverRules } from './cover-rules.js';
import { exploreRules } from './explore-rules.js';
import { inputRules } from './input-rules.js';
import { pairwiseRules } from './pairwise-rules.js';
import { racesRules } from './races-rules.js';
import type { Rule } from './rule.js';

export const ruleTable = {
  ...inputRules,
  ...atomicityRules,
  ...racesRules,
  ...exploreRules,
  ...coverRules,
  ...pairwiseRules,
} as const;

export type RuleCode = keyof typeof ruleTable;

export function ruleOf(code: RuleCode): Rule {
  return ruleTable[code];
}

export function isRuleCode(text: string): text is RuleCode {
  return Object.hasOwn(ruleTable, text);
}

export function allRules(): readonly (readonly [RuleCode, Rule])[] {
  return Object.keys(ruleTable)
    .sort()
    .filter(isRuleCode)
    .map((code) => [code, ruleTable[code]] as const);
}

/** The index page of docs/rules/: one line per code. */
export function printRulesIndex(rules: readonly (readonly [string, Rule])[]): string {
  const rows = rules.map(([code, { title, summary }]) => `| [${code}](${code}.md) | ${title} | ${cell(summary)} |`);
  const head = [
    '# Rule codes',
    '',
    '`heddle explain <code>` prints the page of a code.',
    '',
    '| code | title | meaning |',
    '|---|---|---|',
  ];
  return `${[...head, ...rows].join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

export type { Rule } from './rule.js';
