// The report for people at a terminal: violations in full while they are few, by kind when they are many; then what is unknown,
// then what holds, a line each; the last line counts.
// Diagnostics are not repeated here: the command line prints them on standard error.

import { groupBy } from '../../base/group-by.js';
import { printable } from '../../base/printable.js';
import { type Group, Groups, isListed } from '../groups.js';
import type { Report, ReportEntry, ReportOptions } from '../report.js';
import { count, countEntry, emptySummary, plural, printSummary, type Summary } from '../summary.js';
import { printHolds, tagOf } from './holds-lines.js';
import { printMany } from './many-violations.js';
import { createPalette } from './palette.js';
import { type Page, placeText, printBriefly, printViolation, type Violation } from './violation.js';

/** So many are told in full; more would hide each other. */
const mostInFull = 5;
/** Beyond so many, violations that somebody accepted are not listed. */
const mostAccepted = 25;

export function* writeText(report: Report, options: ReportOptions): Generator<string> {
  const page: Page = { report, options, palette: createPalette(options.colour) };
  const summary = emptySummary();
  const [unknown, holds] = [new Groups(), new Groups()];
  const accepted: ReportEntry[] = [];
  const violations: Violation[] = [];
  let result = 0;
  for (const entry of report.entries) {
    const { verdict } = entry.finding;
    result++;
    countEntry(summary, entry);
    if (entry.accepted) accepted.push(entry);
    else if (verdict.kind === 'holds') holds.add(entry);
    else if (verdict.kind === 'unknown') unknown.add(entry);
    else if (options.full) yield* paragraph(printViolation({ entry, verdict, result }, page));
    else if (options.quiet) yield* paragraph(printBriefly({ entry, verdict, result }, page));
    else violations.push({ entry, verdict, result });
  }
  if (violations.length > mostInFull) yield* paragraph(printMany(violations, page));
  else for (const violation of violations) yield* paragraph(printViolation(violation, page));
  yield* paragraph(printUnknowns([...unknown], page));
  yield* paragraph(accepted.slice(0, mostAccepted).map((entry) => page.palette.faint(printAccepted(entry))));
  if (!options.quiet) {
    yield* paragraph(printHolds(holds, page));
    yield* paragraph(printSkipped(report, options).map((line) => page.palette.faint(printable(line))));
  }
  yield `${printTotals(summary, page)}\n`;
  if (violations.length > mostInFull) yield `${page.palette.faint(furtherWords)}\n`;
}

const furtherWords =
  'more: name one file to see its findings in full; --report html=report.html has all of them as pages';

/** Beyond so many, engines that were not run are only counted. */
const mostSkipped = 8;

function printSkipped({ skipped }: Report, { stats }: ReportOptions): string[] {
  if (skipped.length > mostSkipped && !stats)
    return [`skipped: ${plural(skipped.length, 'question')} that do not apply (--stats gives each with its reason)`];
  return skipped.map(({ engine, file, because }) => `skipped: ${engine} on ${file}: ${because}`);
}

function* paragraph(lines: readonly string[]): Generator<string> {
  if (lines.length > 0) yield `${lines.join('\n')}\n\n`;
}

function printAccepted(entry: ReportEntry): string {
  const { finding, accepted } = entry;
  return `accepted: ${placeText(entry)}: ${finding.rule}: ${printable(`${finding.message} (${accepted?.reason ?? ''})`)}`;
}

/** Beyond so many, questions that were cut off for the same reason share a line. */
const mostCutOff = 12;

function printUnknowns(groups: readonly Group[], page: Page): string[] {
  const cutOff = groups.filter(({ property }) => property === 'run');
  if (cutOff.length <= mostCutOff || page.options.stats) return groups.flatMap((group) => printUnknown(group, page));
  const others = groups.filter((group) => !cutOff.includes(group));
  return [...others.flatMap((group) => printUnknown(group, page)), ...printCutOff(cutOff, page)];
}

function printCutOff(groups: readonly Group[], { palette }: Page): string[] {
  return [...groupBy(groups, ({ basis }) => basis)].map(([basis, alike]) => {
    const questions = alike.reduce((sum, { size }) => sum + size, 0);
    const files = new Set(alike.map(({ file }) => file)).size;
    const words = `${plural(questions, 'question')} about ${plural(files, 'file')} without an answer`;
    return `${palette.verdict.unknown('unknown:')} ${words} ${palette.faint(printable(`(${basis}; --stats lists them)`))}`;
  });
}

function printUnknown(group: Group, { palette }: Page): string[] {
  const tag = palette.verdict[group.verdict](tagOf(group));
  const basis = palette.faint(printable(`(${group.file}; ${group.basis})`));
  if (!isListed(group)) return [`${tag} ${plural(group.size, `${group.property} question`)} ${basis}`];
  return group.first.flatMap(({ finding }) => [
    `${tag} ${printable(finding.message)} ${basis}`,
    ...finding.because.map((reason) => palette.faint(`    why: ${printable(reason)}`)),
    ...(finding.help === undefined ? [] : [palette.faint(`    help: ${printable(finding.help)}`)]),
  ]);
}

function printTotals(summary: Summary, { report: { skipped, reused = 0 }, palette }: Page): string {
  const worst = summary.violated > 0 ? 'violated' : summary.unknown > 0 ? 'unknown' : 'holds';
  const asked = summary.violated + summary.holds + summary.unknown + summary.accepted;
  const nothing = asked === 0 && skipped.length > 0 ? ': nothing was asked' : '';
  const left = skipped.length > 0 ? `, ${plural(skipped.length, 'engine')} skipped` : '';
  const again = reused > 0 ? `, ${count(reused)} from the cache (checked again)` : '';
  return `${palette.verdict[worst](printSummary(summary))}${nothing}${left}${again}`;
}
