// All rule codes, collected from those who own them: HD00 the pipeline, HD01 the modelling language, HD02 other models, then
// a thousand for each engine and front end.

import { isRuleCode, type Rule, type RuleCode, type RuleTable } from '../base/rule.js';
import { emlRules } from '../frontends/eml/rules.js';
import { javaRules } from '../frontends/java/rules.js';
import { modelRules } from '../model/rules.js';
import { engines } from './catalogue.js';
import { inputRules } from './input-rules.js';

export const ruleTable: RuleTable = Object.assign(
  {},
  inputRules,
  emlRules,
  modelRules,
  javaRules,
  ...engines.map(({ info }) => info.rules),
);

export function isKnownRule(text: string): text is RuleCode {
  return isRuleCode(text) && Object.hasOwn(ruleTable, text);
}

export function allRules(): readonly (readonly [RuleCode, Rule])[] {
  return Object.keys(ruleTable)
    .sort()
    .filter(isKnownRule)
    .map((code) => [code, ruleTable[code]!] as const);
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
