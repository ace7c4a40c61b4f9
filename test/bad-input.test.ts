// Bad input as contract.md wants it: exit 2, one clear located message, nothing written, never a stack trace.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleScale } from '../src/base/testing/sample-scale.js';
import { heddle, heddleHere } from './heddle.js';

const fine = 'lock l;\nvar x : int;\nprocess P { main { synchronized (l) { x = 1; assert x == 1; } } }\n';
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

async function check(...words: string[]) {
  const ran = await heddleHere(['check', ...words], folder);
  expect(ran.stderr).not.toMatch(/^\s+at .*\(/m);
  return ran;
}

describe('bad input', () => {
  it.each([
    ['empty.eml', '', /empty\.eml:1:1: error\[HD\d{4}\]: /],
    ['nul.eml', 'lock l;\nva\0r x;', /nul\.eml:2:3: error\[HD0002\]: a NUL byte/],
    ['latin.eml', new Uint8Array([108, 111, 10, 99, 0xe9, 10]), /latin\.eml:2:2: error\[HD0002\]: not valid UTF-8/],
    ['deep.eml', `process P { main ${'{'.repeat(5000)}${'}'.repeat(5000)} }`, /deep\.eml:1:\d+: error\[HD0005\]: /],
    ['syntax.eml', 'process P { main { read } }', /syntax\.eml:1:\d+: error\[HD01\d\d\]: /],
    ['what.xyz', fine, /what\.xyz: error\[HD0004\]: /],
  ])('%s', async (name, content, message) => {
    const ran = await check(file(name, content), '-o', 'report.txt');
    expect(ran.exit).toBe(2);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(message);
    expect(existsSync(join(folder, 'report.txt'))).toBe(false);
  });

  it('names a missing file and an empty folder', async () => {
    expect(await check('missing.eml')).toMatchObject({
      exit: 2,
      stderr: 'missing.eml: error[HD0001]: no such file or folder\n',
    });
    mkdirSync(join(folder, 'nothing'));
    expect((await check('nothing')).stderr).toMatch(/^nothing: error\[HD0003\]: nothing to analyse/);
  });

  it('says why a file cannot be read', async () => {
    const name = file('secret.eml.gz', 'not gzip');
    expect(await check(name)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('error[HD0001]: cannot be read'),
    });
    if (process.getuid?.() === 0) return; // root reads everything
    const locked = file('locked.eml', fine);
    chmodSync(join(folder, locked), 0);
    expect((await check(locked)).stderr).toContain('error[HD0001]: cannot be read');
  });

  it('gives a JSON report with diagnostics to whoever reads JSON', async () => {
    const ran = await check(file('broken.eml', 'process'), '--format', 'json');
    expect(ran.exit).toBe(2);
    const report = JSON.parse(ran.stdout);
    expect(report).toMatchObject({ schema: 'heddle-report/2', results: [] });
    expect(report.diagnostics[0]).toMatchObject({ severity: 'error', line: 1 });
  });

  it('analyses the good files beside a bad one, and exits with 2', async () => {
    const ran = await check(file('good.eml', fine), 'missing.eml');
    expect(ran.exit).toBe(2);
    expect(ran.stdout).toContain('0 violated');
  });
});

describe('odd but valid input', () => {
  it.each([
    ['crlf.eml', fine.replaceAll('\n', '\r\n')],
    ['cr.eml', fine.replaceAll('\n', '\r')],
    ['bom.eml', `\uFEFF${fine}`],
    ['packed.eml.gz', gzipSync(fine)],
  ])('%s', async (name, content) => {
    expect(await check(file(name, content))).toMatchObject({ exit: 0, stderr: '' });
  });

  it('reads standard input', async () => {
    const ran = heddle(['check', '-', '--as', 'eml'], { cwd: folder, stdin: fine });
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
  });

  it('a file of 10 MB in CI, of a quarter of it in a sample', async () => {
    const line = '    synchronized (l) { x = 1; }\n';
    const size = 10 * Math.min(1, sampleScale) * 2 ** 20;
    const text = `lock l; var x : int; unused { ${line.repeat(Math.ceil(size / line.length))} }\nprocess P { main { x = 1; } }`;
    const ran = await check(file('large.eml', text), '--only', 'explore');
    expect(ran.exit).toBe(0);
  });
});

describe('bad usage', () => {
  it.each([
    [['check'], 'missing required argument'],
    [['check', 'fine.eml', '--formt', 'json'], "unknown option '--formt'"],
    [['check', 'fine.eml', '--format', 'xml'], 'It takes one of text, json, jsonl, csv, sarif, html'],
    [['check', 'fine.eml', '--time-limit', '-1'], 'takes a positive number of seconds'],
    [['check', 'fine.eml', '--jobs', '0'], '--jobs must be at least 1'],
    [['check', 'fine.eml', '--only', 'exploer'], "did you mean 'explore'?"],
    [['check', 'fine.eml', '--report', 'json'], '--report takes kind=file'],
    [['check', 'fine.eml', '-o', 'same', '--report', 'json=same'], "two reports would be written to 'same'"],
    [['check', '-'], 'standard input needs --as'],
    [['check', '-', '--as', 'emll'], "did you mean 'eml'?"],
    [['explore', 'fine.eml', '--property', 'locks'], "--property does not know 'locks'"],
    [['exlore', 'fine.eml'], 'Did you mean explore?'],
    [['serve'], 'not available yet: heddle serve'],
    [['explain', 'HD9999'], "there is no code 'HD9999'"],
    [['completion', 'tcsh'], 'bash, zsh or fish'],
    [['replay', 'fine.eml'], 'not valid JSON'],
    [['certify', 'missing.json'], 'cannot be read'],
  ])('heddle %j', async (words, message) => {
    file('fine.eml', fine);
    const ran = await heddleHere(words, folder);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).not.toMatch(/^\s+at .*\(/m);
  });

  it('a report that cannot be written', async () => {
    const ran = await check(file('fine.eml', fine), '--report', 'json=no/such/folder/report.json');
    expect(ran).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('error[HD0007]: there is no folder no/such/folder'),
    });
  });

  it('an unknown key in the configuration', async () => {
    const config = file('heddle.config.json', '{ "time-limt": 3 }');
    const ran = await check(file('fine.eml', fine));
    rmSync(join(folder, config));
    expect(ran).toMatchObject({ exit: 2 });
    expect(ran.stderr).toContain("unknown key 'time-limt'");
    expect(ran.stderr).toContain("did you mean 'time-limit'?");
  });
});

describe('limits', () => {
  const net = `vars x y
rules x >= 1 -> x' = x-1, y' = y+1;
init x = 200000000
target y >= 200000000
`;

  it('of time are for the whole command, however many inputs there are', async () => {
    const names = ['slow-1.spec', 'slow-2.spec', 'slow-3.spec'].map((name) => file(name, net));
    const ran = await check(...names, '--time-limit', '0.3', '--format', 'json');
    expect(ran.exit).toBe(3);
    const { results } = JSON.parse(ran.stdout);
    expect(results.map((result: { because: string }) => result.because)).toEqual(
      names.map(() => 'time limit of 0.3 s reached'),
    );
    // The last one was not begun: there was no time left.
    expect(results.at(-1).property).toEqual({ kind: 'run' });
  });

  it('may be longer than any timer', async () => {
    const name = file('quick.spec', net.replaceAll('200000000', '2'));
    expect((await check(name, '--time-limit', '1e300', '--jobs', '2')).exit).toBe(1);
  });
});
