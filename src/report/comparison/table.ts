// A comparison as people read it and as spreadsheets do: a row for each file and engine, a column for each way.

import { printable } from '../../base/printable.js';
import { csvRow } from '../csv-row.js';
import { plural } from '../summary.js';
import type { Cell, Comparison } from './comparison.js';

export function* printComparison(comparison: Comparison): Generator<string> {
  const { ways, rows } = comparison;
  const several = new Set(rows.map(({ engine }) => engine)).size > 1;
  const head = ['file', ...(several ? ['engine'] : []), ...ways];
  const body = rows.map(({ file, engine, cells }) => [
    printable(file),
    ...(several ? [engine] : []),
    ...ways.map((way) => cellText(cells.get(way))),
  ]);
  const foot = totals(comparison).map(([name, ...cells]) => [name!, ...(several ? [''] : []), ...cells]);
  yield* aligned([head, ...body, ...foot]);
  const contradictions = comparison.contradictions().length;
  const agreement =
    contradictions === 0 ? 'no two of them contradict each other' : plural(contradictions, 'contradiction');
  yield `${ways.length} values of --${comparison.option}, ${plural(rows.length, 'row')}: ${agreement}\n`;
}

function cellText(cell: Cell | undefined): string {
  if (!cell) return '-';
  if (cell.refused !== undefined) return 'not applicable';
  return `${verdictText(cell)}, ${secondsText(cell.milliseconds)}`;
}

function verdictText({ summary: { violated, holds, unknown } }: Cell): string {
  const parts = [
    ...(violated > 0 ? [`${violated} violated`] : []),
    ...(holds > 0 ? [`${holds} ${holds === 1 ? 'holds' : 'hold'}`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ];
  return parts.length === 0 ? 'nothing asked' : parts.join(', ');
}

/** How many rows each way answers; times of the rows that all of them answer, so that they can be compared. */
function totals({ rows, ways }: Comparison): string[][] {
  const common = rows.filter(({ cells }) => ways.every((way) => isAnswered(cells.get(way))));
  const answered = (way: string) => rows.filter(({ cells }) => isAnswered(cells.get(way))).length;
  const time = (way: string) => common.reduce((sum, { cells }) => sum + cells.get(way)!.milliseconds, 0);
  return [
    ['answered completely', ...ways.map((way) => `${answered(way)} of ${rows.length}`)],
    [`time of the ${common.length} that all answer`, ...ways.map((way) => secondsText(time(way)))],
  ];
}

function isAnswered(cell: Cell | undefined): boolean {
  return cell !== undefined && cell.refused === undefined && cell.summary.unknown === 0;
}

function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function* aligned(rows: readonly (readonly string[])[]): Generator<string> {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    yield `${row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()}\n`;
}

const columns = ['file', 'engine', 'way', 'violated', 'holds', 'unknown', 'milliseconds', 'refused'];

export function* comparisonCsv({ rows, option }: Comparison): Generator<string> {
  yield csvRow(columns.map((column) => (column === 'way' ? option : column)));
  for (const { file, engine, cells } of rows)
    for (const [way, { summary, milliseconds, refused }] of cells)
      yield csvRow([file, engine, way, summary.violated, summary.holds, summary.unknown, milliseconds, refused]);
}
