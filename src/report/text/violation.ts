// One violation in full: header, places, reasons, the interleaving, help, and how to see it again.

import { printable } from '../../base/printable.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import type { Report, ReportEntry, ReportOptions } from '../report.js';
import { count, isPossible } from '../summary.js';
import { describeConfirmation, describeOnCode, driveCommand, replayCommand } from '../wording.js';
import type { Palette } from './palette.js';
import { printSnippet } from './snippet.js';
import { printTrace } from './trace-table.js';
import { wrap } from './wrap.js';

export type Violated = Extract<Verdict, { kind: 'violated' }>;

export interface Violation {
  readonly entry: ReportEntry;
  readonly verdict: Violated;
  /** Number of this result in the report, from 1: what `heddle replay --result` takes. */
  readonly result: number;
}

export interface Page {
  readonly report: Report;
  readonly options: ReportOptions;
  readonly palette: Palette;
}

export function printViolation({ entry, verdict, result }: Violation, page: Page): string[] {
  const { file, finding } = entry;
  const { report, options, palette } = page;
  const trace = printTrace(verdict.witness, file, palette, options.width);
  const snippet = printSnippet(finding.places, report.sources, palette, options.width);
  const assumptions = verdict.scope.assumptions.map(({ text }) => `assuming: ${text}`);
  return [
    printHeader(entry, page),
    ...(snippet.length > 0 ? snippet : [printPlace(entry)]),
    ...[describeConfirmation(verdict), ...assumptions].map((line) => palette.faint(printable(line))),
    ...describeOnCode(entry.onCode).map(printable),
    ...finding.because.flatMap((reason) => labelled(palette.strong('why:'), 'why:', reason, options.width)),
    ...(trace.length > 0 ? ['', ...trace, ...printEnd(verdict, palette, options.width), ''] : []),
    ...(finding.help === undefined ? [] : labelled(palette.help('help:'), 'help:', finding.help, options.width)),
    ...printStatistics(finding, options, palette),
    ...seenAgain(entry, result, page),
  ];
}

function seenAgain(entry: ReportEntry, result: number, { report, palette }: Page): string[] {
  const drive = driveCommand(entry, result);
  return [
    `${palette.strong('reproduce:')} ${printable(replayCommand(report.command, result))}`,
    ...(drive === undefined ? [] : [`${palette.strong('on your code:')} ${drive}`]),
  ];
}

export function printBriefly({ entry }: Violation, page: Page): string[] {
  return [printHeader(entry, page), printPlace(entry), ...describeOnCode(entry.onCode).map(printable)];
}

function labelled(label: string, plain: string, text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(printable(text), width - plain.length - 1);
  return [`${label} ${first}`, ...rest.map((line) => `${' '.repeat(plain.length)} ${line}`)];
}

function printHeader(entry: ReportEntry, page: Page): string {
  const { finding } = entry;
  const tag = page.palette.verdict.violated(`${levelOf(entry, page.report)}[${finding.rule}]`);
  const possible = finding.verdict.kind === 'violated' && !finding.verdict.confirmed ? 'possible: ' : '';
  return `${whereOf(finding)}${tag}${page.palette.strong(`: ${possible}${printable(finding.message)}`)}`;
}

export function levelOf(entry: ReportEntry, report: Report): string {
  if (isPossible(entry)) return 'warning';
  return entry.severity ?? report.rules[entry.finding.rule]?.level ?? 'error';
}

/** In source code the place comes first, as linters have it: editors and people jump to it. */
function whereOf({ property, places }: Finding): string {
  const place = places[0]?.place;
  return property.kind === 'interleaving' && place ? `${printable(place.file)}:${place.line}:${place.column}  ` : '';
}

function printPlace(entry: ReportEntry): string {
  return ` --> ${placeText(entry)}`;
}

/** Where the finding is: `file:line:column`. */
export function placeText({ file, finding }: ReportEntry): string {
  const place = finding.places[0]?.place;
  return printable(place === undefined ? file : `${place.file}:${place.line}:${place.column}`);
}

/** The values that variables have at the end, and who waits for whom. */
function printEnd({ witness }: Violated, palette: Palette, width: number): string[] {
  const values = endValues(witness).map(([name, value]) => `${name} = ${value}`);
  if (values.length === 0) return [];
  const lines = wrap(printable(values.join(', ')), width - 14);
  return lines.map((line, i) => palette.faint(`  ${(i === 0 ? 'at the end:' : '').padEnd(11)} ${line}`));
}

const mostEndValues = 12;

/** Shared variables, cells and locals that the steps name, each with its last value. */
function endValues({ steps, startValues = [] }: Violated['witness']): (readonly [string, string])[] {
  const values = new Map<string, string>();
  const known = new Map(startValues);
  for (const { thread, target, change, locals = [] } of steps) {
    if (target !== undefined && known.has(target) && !values.has(target)) values.set(target, known.get(target)!);
    if (target !== undefined && change?.startsWith(`${target} = `)) values.set(target, change.slice(target.length + 3));
    else if (target !== undefined && change?.startsWith(`${target} is `))
      values.set(target, change.slice(target.length + 4));
    for (const [name, value] of locals) values.set(`${thread} ${name}`, value);
  }
  return [...values].slice(0, mostEndValues);
}

export function printStatistics({ statistics }: Finding, { stats }: ReportOptions, palette: Palette): string[] {
  const entries = Object.entries(statistics);
  if (!stats || entries.length === 0) return [];
  const values = entries.map(([name, value]) => `${name} ${typeof value === 'number' ? count(value) : value}`);
  return [palette.faint(`statistics: ${printable(values.join(', '))}`)];
}
