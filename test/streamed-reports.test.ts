// Reports that are written while results are found.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heddleHere } from './heddle.js';

let folder: string;
const racy = 'var hits: int; process Handler [2] { main { hits = hits + 1; assert hits > 0; } }';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-lines-'));
  writeFileSync(join(folder, 'a.eml'), racy);
  writeFileSync(join(folder, 'b.eml'), 'var x: int; process P { main { x = 1; assert x == 1; } }');
  writeFileSync(join(folder, 'run.std'), 'T0|w(x)|1\nT1|w(x)|2\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withoutTimes = (key: string, value: unknown) => (key === 'milliseconds' ? 0 : value);

async function check(...words: string[]) {
  return heddleHere(['check', 'a.eml', 'b.eml', 'run.std', ...words], folder);
}

describe('lines', () => {
  it('have the results of the JSON report, in its order', async () => {
    const { stdout, exit } = await check('--format', 'jsonl', '--report', 'json=all.json', '--certificates');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const report = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'));
    expect(exit).toBe(1);
    expect(lines.flatMap(({ result }) => result ?? [])).toEqual(report.results);
    expect(lines.flatMap(({ input }) => input ?? [])).toEqual(report.inputs);
    expect(lines.at(-1)).toEqual({ summary: report.summary });
    expect(
      report.results.every((result: { statistics: { milliseconds: number } }) => result.statistics.milliseconds >= 0),
    ).toBe(true);
    expect(report.times.map(({ file, engine }: { file: string; engine: string }) => `${engine} ${file}`)).toContain(
      'explore a.eml',
    );
  });

  it('are the same on workers, times aside', async () => {
    const plain = (text: string) =>
      JSON.stringify(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
        withoutTimes,
      );
    const [alone, shared] = [await check('--format', 'jsonl'), await check('--format', 'jsonl', '--jobs', '2')];
    expect(plain(shared.stdout)).toBe(plain(alone.stdout));
  });

  it('replay like a JSON report', async () => {
    await check('--format', 'jsonl', '-o', 'all.jsonl');
    const { exit, stdout } = await heddleHere(['replay', 'all.jsonl'], folder);
    expect([exit, stdout]).toMatchObject([0, expect.stringContaining('replay')]);
  });

  it('are a table for spreadsheets', async () => {
    const { stdout } = await check('--format', 'csv');
    expect(stdout.split('\r\n')[0]).toMatch(/^file,engine,method,property,verdict,/);
    expect(stdout.split('\r\n').filter((row) => row.includes(',violated,')).length).toBeGreaterThan(0);
  });
});
