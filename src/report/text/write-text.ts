// The report for people at a terminal. Violations come first as they are found, each with its places, reasons and
// interleaving; then what is unknown, then what holds, grouped where they are many; the last line counts.
// Diagnostics are not repeated here: the command line prints them on standard error.

import type { Finding, Verdict } from '../../verdict/verdict.js';
import { type Group, Groups, isListed } from '../groups.js';
import type { Report, ReportEntry, ReportOptions } from '../report.js';
import { count, countEntry, emptySummary, isPossible, plural, printSummary, type Summary } from '../summary.js';
import { describeConfirmation, isUncertified, replayCommand, uncertifiedWords } from '../wording.js';
import { createPalette, type Palette } from './palette.js';
import { printSnippet } from './snippet.js';
import { printTrace } from './trace-table.js';
import { printable } from './wrap.js';

type Violated = Extract<Verdict, { kind: 'violated' }>;

/** Beyond so many, violations get their header and place only. */
const mostInFull = 25;

export function* writeText(report: Report, options: ReportOptions): Generator<string> {
  const palette = createPalette(options.colour);
  const summary = emptySummary();
  const unknown = new Groups();
  const holds = new Groups();
  const accepted: ReportEntry[] = [];
  let result = 0;
  for (const entry of report.entries) {
    const { verdict } = entry.finding;
    result++;
    countEntry(summary, entry);
    if (entry.accepted) accepted.push(entry);
    else if (verdict.kind === 'holds') holds.add(entry);
    else if (verdict.kind === 'unknown') unknown.add(entry);
    else yield* paragraph(printViolation(entry, verdict, { report, options, palette, result, summary }));
  }
  yield* paragraph(printGroups(unknown, options, palette));
  yield* paragraph(accepted.slice(0, mostInFull).map((entry) => palette.faint(printAccepted(entry))));
  if (!options.quiet) {
    yield* paragraph(printGroups(holds, options, palette));
    yield* paragraph(printSkipped(report, options).map((line) => palette.faint(line)));
  }
  yield `${printTotals(report, summary, palette)}\n`;
}

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

interface Context {
  readonly report: Report;
  readonly options: ReportOptions;
  readonly palette: Palette;
  /** Number of this result in the report, from 1: what `heddle replay --result` takes. */
  readonly result: number;
  readonly summary: Readonly<Summary>;
}

function printViolation(entry: ReportEntry, verdict: Violated, context: Context): string[] {
  const { file, finding } = entry;
  const { report, options, palette, result, summary } = context;
  const header = printHeader(entry, verdict, context);
  if (options.quiet || summary.violated > mostInFull) return [...header, ...briefly(file, finding)];
  const trace = printTrace(verdict.witness, file, palette);
  return [
    ...header,
    ...(finding.places.length > 0 ? printSnippet(finding.places, report.sources, palette) : briefly(file, finding)),
    ...[describeConfirmation(verdict), ...verdict.scope.assumptions.map(({ text }) => `assuming: ${text}`)].map(
      (line) => palette.faint(line),
    ),
    ...finding.because.map((reason) => `${palette.strong('why:')} ${printable(reason)}`),
    ...(trace.length > 0 ? ['', ...trace, ''] : []),
    ...(finding.help === undefined ? [] : [`${palette.help('help:')} ${printable(finding.help)}`]),
    ...printStatistics(finding, options, palette),
    `${palette.strong('reproduce:')} ${replayCommand(report.command, result)}`,
  ];
}

function printHeader(entry: ReportEntry, verdict: Violated, { report, palette }: Context): string[] {
  const { finding, severity } = entry;
  const level = isPossible(entry) ? 'warning' : (severity ?? report.rules[finding.rule]?.level ?? 'error');
  const tag = palette.verdict.violated(`${level}[${finding.rule}]`);
  const possible = verdict.confirmed ? '' : 'possible: ';
  return [`${whereOf(finding)}${tag}${palette.strong(`: ${possible}${printable(finding.message)}`)}`];
}

/** In source code the place comes first, as linters have it: editors and people jump to it. */
function whereOf({ property, places }: Finding): string {
  const place = places[0]?.place;
  return property.kind === 'interleaving' && place ? `${place.file}:${place.line}:${place.column}  ` : '';
}

function printAccepted({ file, finding, accepted }: ReportEntry): string {
  const place = finding.places[0]?.place;
  const where = place === undefined ? file : `${place.file}:${place.line}:${place.column}`;
  return `accepted: ${where}: ${finding.rule}: ${printable(finding.message)} (${printable(accepted?.reason ?? '')})`;
}

function briefly(file: string, { places }: Finding): string[] {
  const place = places[0]?.place;
  return [` --> ${place === undefined ? file : `${place.file}:${place.line}:${place.column}`}`];
}

function printGroups(groups: Groups, options: ReportOptions, palette: Palette): string[] {
  return [...groups].flatMap((group) => printGroup(group, options, palette));
}

function printGroup(group: Group, options: ReportOptions, palette: Palette): string[] {
  const tag = palette.verdict[group.verdict](tagOf(group));
  const basis = palette.faint(`(${group.file}; ${group.basis})`);
  const assuming = group.assumptions.map((text) => palette.faint(`    assuming: ${text}`));
  if (!isListed(group)) {
    return [`${tag} ${plural(group.size, `${group.property} question`)} ${basis}`, ...assuming];
  }
  const lines = group.first.flatMap(({ finding }) => [
    `${tag} ${printable(finding.message)} ${basis}`,
    ...finding.because.map((reason) => palette.faint(`    why: ${printable(reason)}`)),
    ...printStatistics(finding, options, palette).map((line) => `    ${line}`),
  ]);
  return [...lines, ...assuming];
}

function tagOf({ verdict, first }: Group): string {
  if (verdict !== 'holds') return `${verdict}:`;
  return isUncertified(first[0]!.finding.verdict) ? `holds (${uncertifiedWords}):` : 'ok:';
}

function printStatistics({ statistics }: Finding, { stats }: ReportOptions, palette: Palette): string[] {
  const entries = Object.entries(statistics);
  if (!stats || entries.length === 0) return [];
  const values = entries.map(([name, value]) => `${name} ${typeof value === 'number' ? count(value) : value}`);
  return [palette.faint(`statistics: ${values.join(', ')}`)];
}

function printTotals({ skipped }: Report, summary: Summary, palette: Palette): string {
  const worst = summary.violated > 0 ? 'violated' : summary.unknown > 0 ? 'unknown' : 'holds';
  const note =
    summary.violated > mostInFull
      ? palette.faint(` (the first ${mostInFull} violations in full; --format json or html has them all)`)
      : '';
  const left = skipped.length > 0 ? `, ${plural(skipped.length, 'engine')} skipped` : '';
  return `${palette.verdict[worst](printSummary(summary))}${left}${note}`;
}
