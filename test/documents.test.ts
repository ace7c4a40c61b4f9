// Docs are executed: every `$ heddle …` in them runs and prints what is shown, every model in them is read, every link leads
// somewhere, and every rule code has its page.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../src/base/byte-source.js';
import { hasErrors, printDiagnostic } from '../src/base/diagnostic.js';
import { nodePlatform } from '../src/cli/platform.js';
import { readers } from '../src/pipeline/catalogue.js';
import { readInput } from '../src/pipeline/read-input.js';
import { allRules, printRulesIndex } from '../src/pipeline/rules.js';
import { documents, type Fence, fencesOf, matchesShown, shownCommands } from './documents.js';
import { repository } from './heddle.js';

let shims = '';

beforeAll(() => {
  shims = mkdtempSync(join(tmpdir(), 'heddle-shims-'));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${repository}/bin/heddle.js" "$@"\n`;
  writeFileSync(join(shims, 'heddle'), script, { mode: 0o755 });
});

afterAll(() => rmSync(shims, { recursive: true, force: true }));

function run(command: string) {
  const env = { ...process.env, NO_COLOR: '1', PATH: `${shims}:${process.env['PATH']}` };
  return spawnSync('sh', ['-c', command], { cwd: repository, env, encoding: 'utf8' });
}

const fences = documents().flatMap(fencesOf);
const named = (fence: Fence) => [`${fence.file}:${fence.line}`, fence] as const;

describe('commands in docs', () => {
  const shown = fences
    .filter((fence) => fence.tag === 'sh')
    .flatMap((fence) => shownCommands(fence).map((command) => [`${fence.file}:${fence.line}`, command] as const))
    .filter(([, { command }]) => command.startsWith('heddle '));

  it('are there', () => expect(shown.length).toBeGreaterThan(3));

  it.each(shown)('%s $command', (_, { command, output }) => {
    const { stdout, stderr, status } = run(command);
    expect(stderr).not.toContain('HD0099');
    if (!output.join('').includes('error[HD0')) expect({ status, stderr }).not.toMatchObject({ status: 2 });
    const actual = stdout.trim() === '' ? stderr : stdout;
    if (!matchesShown(output, actual)) expect(actual).toBe(output.join('\n'));
  });
});

describe('models in docs', () => {
  const models = fences.filter((fence) => readers.some((reader) => reader.id === fence.tag.split(' ')[0]));

  it.each(models.map(named))('%s', async (_, fence) => {
    const [reader = '', ...words] = fence.tag.split(' ');
    const text = `${fence.lines.join('\n')}\n`;
    const { diagnostics } = await readInput(
      { file: `block.${reader}`, reader, content: { kind: 'text', text, companions: {} } },
      {
        now: () => 0,
        packageBytes: nodePlatform.packageBytes!,
        memoryInUse: () => 0,
        breathe: () => Promise.resolve(),
        openStream: () => bytesSource([new TextEncoder().encode(text)]),
      },
    );
    const expectsErrors = words.includes('error');
    expect(diagnostics.map(printDiagnostic).join('\n')).toMatch(expectsErrors ? /error/ : /^(?!.*error\[)/);
    expect(hasErrors(diagnostics)).toBe(expectsErrors);
  });
});

describe('links in docs', () => {
  it.each(documents())('%s', (file) => {
    const text = readFileSync(`${repository}/${file}`, 'utf8').replace(/```[\s\S]*?```/g, '');
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const path = normalize(join(repository, dirname(file), target));
      expect(existsSync(path), `${file} links to ${target}`).toBe(true);
    }
  });
});

describe('rule pages', () => {
  it('have an index made from the table (node scripts/rules-index.js)', () => {
    expect(readFileSync(`${repository}/docs/rules/README.md`, 'utf8')).toBe(printRulesIndex(allRules()));
  });

  it.each(allRules())('%s has a page', (code, { title }) => {
    const page = `${repository}/docs/rules/${code}.md`;
    expect(existsSync(page), `docs/rules/${code}.md`).toBe(true);
    expect(readFileSync(page, 'utf8').split('\n')[0]).toBe(`# ${code}: ${title}`);
  });
});
