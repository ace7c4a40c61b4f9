// What holds, a line each: what, about which file, on what ground. What several of them take for granted is told once, below.

import { groupBy } from '../../base/group-by.js';
import { printable } from '../../base/printable.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import { type Group, type Groups, isListed } from '../groups.js';
import { count, plural } from '../summary.js';
import { describeScope, isAbsent, isUncertified, uncertifiedWords } from '../wording.js';
import { type Page, printStatistics } from './violation.js';

/** Lines of what holds are not longer, however wide the terminal. */
const mostColumns = 120;
/** Beyond so many lines, what holds is counted. */
const mostLines = 12;

export function printHolds(groups: Groups, page: Page): string[] {
  const all = [...groups];
  const { stats } = page.options;
  const lines = all.reduce((sum, group) => sum + (isListed(group) ? group.size : 1), 0);
  const footnotes = new Footnotes();
  const told =
    stats || lines <= mostLines
      ? all.flatMap((group) => printGroup(group, page, footnotes))
      : counted(all, page, footnotes);
  return [...told, ...footnotes.print().map((line) => page.palette.faint(line))];
}

/** Assumptions, numbered in the order in which they are needed. */
class Footnotes {
  readonly #numbers = new Map<string, number>();

  refer(assumptions: readonly string[]): string {
    if (assumptions.length === 0) return '';
    const numbers = assumptions.map((text) => {
      const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
      this.#numbers.set(text, number);
      return number;
    });
    return ` [${[...new Set(numbers)].join(' ')}]`;
  }

  print(): string[] {
    return [...this.#numbers].map(([text, number]) => `    [${number}] assuming: ${printable(text)}`);
  }
}

function printGroup(group: Group, page: Page, footnotes: Footnotes): string[] {
  const tag = tagOf(group);
  const notes = footnotes.refer(group.assumptions);
  if (!isListed(group)) return [line(tag, `${plural(group.size, `${group.property} question`)}`, group, notes, page)];
  return group.first.flatMap(({ finding }) => [
    line(tag, printable(finding.message), group, notes, page),
    ...(page.options.stats ? reasonsOf(finding, page) : []),
  ]);
}

function reasonsOf(finding: Finding, page: Page): string[] {
  return [
    ...finding.because.map((reason) => page.palette.faint(`    why: ${printable(reason)}`)),
    ...printStatistics(finding, page.options, page.palette).map((text) => `    ${text}`),
  ];
}

export function tagOf({ verdict, first }: Group): string {
  if (verdict !== 'holds') return `${verdict}:`;
  return isUncertified(first[0]!.finding.verdict) ? `holds (${uncertifiedWords}):` : 'ok:';
}

/** As much of the ground as fits: the certificate goes first, then the scope, then the file; bounds are always told. */
function line(tag: string, text: string, group: Group, notes: string, { report, options, palette }: Page): string {
  const { verdict } = group.first[0]!.finding;
  const file = report.inputs.length === 1 ? [] : [printable(group.file)];
  const scope = verdict.kind === 'holds' ? [describeScope(verdict.scope)] : [];
  const bounds = verdict.kind === 'holds' && verdict.scope.kind === 'bounded' ? scope : [];
  const grounds = [
    [...file, ...scope, ...certifiedBy(verdict, options.stats)],
    [...file, ...scope],
    [...file, ...bounds],
  ];
  const widest = options.width >= 100 ? mostColumns : options.width;
  const room = widest - tag.length - 1 - notes.length;
  const ground = options.stats
    ? grounds[0]!
    : (grounds.find((parts) => text.length + groundText(parts).length <= room) ?? bounds);
  const left = room - groundText(ground).length;
  const shown = options.stats || text.length <= left ? text : `${text.slice(0, Math.max(8, left - 1))}…`;
  return `${palette.verdict[group.verdict](tag)} ${shown}${palette.faint(groundText(ground) + notes)}`;
}

function certifiedBy(verdict: Verdict, inDetail: boolean): string[] {
  if (verdict.kind !== 'holds' || isAbsent(verdict.certificate)) return [];
  return [inDetail ? `certified: ${verdict.certificate.kind}` : 'certified'];
}

function groundText(parts: readonly string[]): string {
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

/** One line for those that are certified, one for the others. */
function counted(groups: readonly Group[], { palette }: Page, footnotes: Footnotes): string[] {
  return [...groupBy(groups, tagOf)].map(([tag, alike]) => {
    const questions = alike.reduce((sum, { size }) => sum + size, 0);
    const files = new Set(alike.map(({ file }) => file)).size;
    const notes = footnotes.refer([...new Set(alike.flatMap(({ assumptions }) => assumptions))]);
    const where = `${count(questions)} answers about ${plural(files, 'file')} hold`;
    return `${palette.verdict.holds(tag)} ${where}${palette.faint(` (--stats lists them)${notes}`)}`;
  });
}
