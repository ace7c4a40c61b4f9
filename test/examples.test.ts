// Every bundled example answers as its expected.json says; any witness that replays will do.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { heddleHere, repository } from './heddle.js';

interface Expectation {
  readonly command: readonly string[];
  readonly exit: number;
  readonly results?: readonly Readonly<Record<string, unknown>>[];
}

const folders = readdirSync(`${repository}/examples`, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('expected.json'))
  .map((path) => dirname(path).replaceAll('\\', '/'))
  .sort();

function expectations(folder: string): Expectation[] {
  const parsed: Expectation | Expectation[] = JSON.parse(
    readFileSync(`${repository}/examples/${folder}/expected.json`, 'utf8'),
  );
  return Array.isArray(parsed) ? parsed : [parsed];
}

describe.each(folders)('example %s', (folder) => {
  const cwd = `${repository}/examples/${folder}`;

  it('has a README', () => {
    expect(existsSync(`${cwd}/README.md`)).toBe(true);
  });

  it.each(expectations(folder).map((expected) => [expected.command.join(' '), expected] as const))(
    'heddle %s',
    async (_, { command, exit, results }) => {
      const ran = await heddleHere([...command, '--format', 'json', '--certificates'], cwd);
      expect(ran.stderr).not.toContain('HD0099');
      expect({ exit: ran.exit, stderr: exit === 2 ? '' : ran.stderr }).toMatchObject({ exit });
      if (results) {
        const report: { results: unknown[] } = JSON.parse(ran.stdout);
        for (const result of results)
          expect(report.results).toContainEqual(expect.objectContaining(deepPartial(result)));
      }
      if (exit === 0 || exit === 1) await checkEvidence(ran.stdout, cwd);
    },
  );
});

/** A report stands on its own: its witnesses replay and its certificates are accepted from the file alone. */
async function checkEvidence(report: string, cwd: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'heddle-example-')), 'report.json');
  writeFileSync(file, report);
  expect(await heddleHere(['replay', file], cwd)).toMatchObject({ exit: 0 });
  // 3: nothing is rejected, but something is not certified, or nothing holds.
  expect([0, 3]).toContain((await heddleHere(['certify', file], cwd)).exit);
  rmSync(dirname(file), { recursive: true });
}

/** Objects may have more keys than expected, at any depth; arrays must have the same length. */
function deepPartial(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, partial(item)]));
}

function partial(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(partial);
  if (item === null || typeof item !== 'object') return item;
  return expect.objectContaining(deepPartial(Object.fromEntries(Object.entries(item))));
}
