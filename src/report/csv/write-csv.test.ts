import { describe, expect, it } from 'vitest';
import { writeLines } from '../report.js';
import { everyKind, joined, lostUpdate, reportOf } from '../testing/fixtures.js';
import { Csv } from './write-csv.js';

/** Rows as RFC 4180 has them. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('CSV', () => {
  it('has a row for each result, all of the same width', () => {
    const rows = rowsOf(joined(writeLines(new Csv(), everyKind)));
    expect(rows).toHaveLength(1 + [...everyKind.entries].length);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([14]));
    const verdicts = new Set(rows.slice(1).map((row) => row[4]));
    expect(verdicts).toEqual(new Set(['violated', 'holds', 'unknown']));
  });

  it('keeps quotes, commas and line ends, and lets no spreadsheet take a text for a formula', () => {
    const finding = { ...lostUpdate, message: '=HYPERLINK("a,b")\nx' };
    const [, row] = rowsOf(
      joined(writeLines(new Csv(), { ...reportOf(), entries: [{ file: '-a,"b".eml', finding }] })),
    );
    expect(row![0]).toBe(`'-a,"b".eml`);
    expect(row!.at(-1)).toBe(`'=HYPERLINK("a,b")\nx`);
  });
});
