// More violations than anybody reads in full: what kinds there are, a line each while they fit a screen or two, and the
// gravest of them in full.

import { groupBy } from '../../base/group-by.js';
import { printable } from '../../base/printable.js';
import type { RuleCode } from '../../base/rule.js';
import { count, isPossible, plural } from '../summary.js';
import { levelOf, type Page, placeText, printViolation, type Violation } from './violation.js';

/** Beyond so many they are only counted by rule. */
const mostLines = 40;

const gravities = ['error', 'warning', 'note'];

export function printMany(violations: readonly Violation[], page: Page): string[] {
  const sorted = [...violations].sort((a, b) => gravity(a, page) - gravity(b, page));
  const rules = [...groupBy(sorted, ({ entry }) => entry.finding.rule)];
  const overview = violations.length > mostLines ? printTable(rules, page) : printLines(rules, page);
  const first = page.palette.faint(`the first in full (--full for all ${count(violations.length)}):`);
  return [...overview, '', first, '', ...printViolation(sorted[0]!, page)];
}

function gravity({ entry }: Violation, { report }: Page): number {
  const level = gravities.indexOf(levelOf(entry, report));
  return (level < 0 ? gravities.length : level) * 2 + (isPossible(entry) ? 1 : 0);
}

type ByRule = readonly [rule: RuleCode, violations: readonly Violation[]];

function printLines(rules: readonly ByRule[], page: Page): string[] {
  const width = Math.max(...rules.flatMap(([, all]) => all.map(({ entry }) => placeText(entry).length)));
  return rules.flatMap(([rule, all]) => [
    titleOf(rule, all, page),
    ...all.map(({ entry }) => `  ${placeText(entry).padEnd(Math.min(width, 60))}  ${printable(entry.finding.message)}`),
  ]);
}

function titleOf(rule: RuleCode, all: readonly Violation[], page: Page): string {
  const level = levelOf(all[0]!.entry, page.report);
  const title = page.report.rules[rule]?.title ?? '';
  return `${page.palette.verdict.violated(`${level}[${rule}]`)} ${page.palette.strong(title)}: ${plural(all.length, 'finding')}`;
}

/** By number, the most frequent first within a level. */
function printTable(rules: readonly ByRule[], page: Page): string[] {
  const { palette, report } = page;
  const sorted = [...rules].sort(([, a], [, b]) => gravity(a[0]!, page) - gravity(b[0]!, page) || b.length - a.length);
  const titles = sorted.map(([rule]) => report.rules[rule]?.title ?? '');
  const width = Math.max(...titles.map((title) => title.length));
  const header = palette.faint(`findings  rule    ${'what'.padEnd(width)}  for example`);
  const lines = sorted.map(([rule, all], i) => {
    const number = palette.strong(count(all.length).padStart(8));
    return `${number}  ${palette.verdict.violated(rule)}  ${titles[i]!.padEnd(width)}  ${placeText(all[0]!.entry)}`;
  });
  return [header, ...lines];
}
