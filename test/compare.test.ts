import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { heddleHere, repository } from './heddle.js';

const folder = mkdtempSync(join(tmpdir(), 'heddle-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

write('racy.eml', 'var x: bool; process P [2] { main { unit { x = !x; } label A; } }');
write(
  'dead.eml',
  'lock a, b; process P { main { synchronized(a) { synchronized(b) { } } } } process Q { main { synchronized(b) { synchronized(a) { } } } }',
);
write('quiet.eml', 'var x: int; process P { main { x = 1; } }');

describe('--compare', () => {
  it('asks with each value and shows verdicts side by side', async () => {
    const ran = await heddleHere(['explore', 'racy.eml', 'dead.eml', '--compare', 'method=stateful,full'], folder);
    expect(ran.exit).toBe(1);
    const rows = ran.stdout.split('\n').map((line) => line.replace(/\d+\.\d\d s/g, 'time').split(/ {2,}/));
    expect(rows.slice(0, 4)).toEqual([
      ['file', 'stateful', 'full'],
      ['racy.eml', '3 hold, time', '3 hold, time'],
      ['dead.eml', '1 violated, 2 hold, time', '1 violated, 2 hold, time'],
      ['answered completely', '2 of 2', '2 of 2'],
    ]);
    expect(ran.stdout).toContain('no two of them contradict each other');
  });

  it('leaves out engines that have no such value, and writes rows for spreadsheets', async () => {
    const words = ['check', 'racy.eml', '--compare', 'method=antichain,bdd', '--format', 'csv', '-o', 'table.csv'];
    await heddleHere(words, folder);
    const rows = readFileSync(join(folder, 'table.csv'), 'utf8').trim().split('\r\n');
    expect(rows.map((row) => row.replace(/,[\d.]+,$/, ''))).toEqual([
      'file,engine,method,violated,holds,unknown,milliseconds,refused',
      'racy.eml,atomicity,antichain,1,0,0',
      'racy.eml,atomicity,bdd,1,0,0',
    ]);
  });

  it.each([
    [['method=full'], 'two values or more'],
    [['method=full,statful'], "did you mean 'stateful'?"],
    [['nothing=a,b'], 'no engine that is asked here has an option --nothing'],
    [['method=full,stateful', '--format', 'html'], 'text or csv'],
  ])('refuses %j', async (words, message) => {
    const ran = await heddleHere(['explore', 'racy.eml', '--compare', ...words], folder);
    expect([ran.exit, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('an input without a question', () => {
  it('is named, and does not fail the others', async () => {
    for (const engine of ['pairwise', 'atomicity']) {
      const ran = await heddleHere([engine, 'quiet.eml', 'racy.eml'], folder);
      expect(ran.stdout).toContain(`skipped: ${engine} on quiet.eml: `);
      expect(ran.exit).toBe(1);
    }
  });

  it('alone is not taken for an answer', async () => {
    const ran = await heddleHere(['atomicity', 'quiet.eml'], folder);
    expect(ran.stdout).toContain('nothing was asked');
    expect((await heddleHere(['cover', 'quiet.eml'], folder)).exit).toBe(2);
  });
});

describe('Ctrl-C', () => {
  it('reports what is finished, and what is not', async () => {
    write('endless.eml', `${'var x: int; '}process P [3] { main { while (*) { x = (x + 1) % 1000000; } } }`);
    const words = ['explore', 'dead.eml', 'endless.eml', '--method', 'full', '--format', 'jsonl', '--jobs', '1'];
    const child = spawn(process.execPath, [join(repository, 'bin/heddle.js'), ...words], { cwd: folder });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (!text.includes('"result"') && `${text}${chunk}`.includes('"result"')) child.kill('SIGINT');
      text += chunk;
    });
    const exit = await new Promise((resolve) => child.on('close', resolve));
    expect(exit).toBe(130);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const results = lines.flatMap(({ result }) => (result ? [result.verdict] : []));
    expect(results.slice(0, 3).sort()).toEqual(['holds', 'holds', 'violated']);
    expect(results.at(-1)).toBe('unknown');
    expect(lines.at(-1)).toHaveProperty('summary');
  });
});
