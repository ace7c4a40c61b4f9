// The cookbook is executed: every model in it, with the command below it, prints what is shown. Bugs are violated, fixes hold,
// and every proof is certified.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fencesOf, matchesShown } from './documents.js';
import { heddleHere } from './heddle.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-cookbook-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fences = fencesOf('docs/cookbook.md');
const models = fences.flatMap((fence, i) => {
  const kind = /^eml (bug|fix)$/.exec(fence.tag)?.[1];
  return kind ? [{ kind, line: fence.line, model: fence.lines.join('\n'), answer: fences[i + 1]! }] : [];
});

describe('the cookbook', () => {
  it('has fifteen problems or more, each with a bug and a fix', () => {
    expect(models.length).toBeGreaterThanOrEqual(30);
    expect(models.map(({ kind }) => kind)).toEqual(models.map((_, i) => (i % 2 === 0 ? 'bug' : 'fix')));
  });

  it.each(models)('line $line: a $kind', async ({ kind, model, answer }) => {
    const [command = '', ...shown] = answer.lines;
    const words = command.split(' ').slice(2);
    writeFileSync(join(folder, words.find((word) => word.endsWith('.eml'))!), `${model}\n`);
    const { exit, stdout, stderr } = await heddleHere(words, folder);
    expect({ exit, stderr }).toEqual({ exit: kind === 'bug' ? 1 : 0, stderr: '' });
    if (!matchesShown(shown, stdout)) expect(stdout).toBe(`${shown.join('\n')} (node scripts/cookbook.js)`);
    if (kind === 'fix')
      for (const line of stdout.match(/^(ok|holds).*$/gm) ?? []) expect(line).toMatch(/^ok: .*; certified\)$/);
  });
});
