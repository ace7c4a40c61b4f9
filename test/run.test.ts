// Runs that outlive their process, as a user sees them: killed in the middle, gone on with, looked at.

import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heddleHere, repository } from './heddle.js';

let folder: string;
const files = Array.from({ length: 12 }, (_, i) => `m${i}.eml`);

/** A few milliseconds each. */
const model = (i: number) => `var x: int; lock l;
  process P { main { synchronized (l) { x = ${i}; } unit { x = 2; let y = x; assert y != ${i}; } } }
  process Q { main { x = 3; } }`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-run-'));
  for (const [i, file] of files.entries()) writeFileSync(join(folder, file), model(i));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = (...words: string[]) => heddleHere(['check', ...files, '--format', 'json', ...words], folder);

/** Without times and the command. */
const plain = (text: string) =>
  JSON.stringify(JSON.parse(text), (key, value) => (key === 'milliseconds' || key === 'command' ? 0 : value));

interface Line {
  readonly key: string;
  readonly session: number;
  readonly told: { readonly kind: string };
}

function journalOf(run: string): Line[] {
  const file = join(folder, run, 'journal.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line));
}

const answers = (run: string) => journalOf(run).filter(({ told }) => told.kind === 'ended');

/** Begins a run and kills it without warning when some questions are answered. */
async function killedInTheMiddle(run: string): Promise<void> {
  const words = [`${repository}/bin/heddle.js`, 'check', ...files, '--format', 'json', '--run', run, '--jobs', '1'];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  for (let i = 0; i < 3000 && child.exitCode === null && answers(run).length < 8; i++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await ended;
}

describe('a run', () => {
  it('goes on where it was killed, and its report is that of a run that was not', async () => {
    await killedInTheMiddle('killed');
    const before = new Set(answers('killed').map(({ key }) => key));
    expect(before.size).toBeGreaterThan(0);
    const resumed = await check('--run', 'killed');
    const whole = await check('--run', 'whole');
    expect(plain(resumed.stdout)).toBe(plain(whole.stdout));
    expect(plain(resumed.stdout)).toBe(plain((await check()).stdout));
    const keys = answers('killed').map(({ key }) => key);
    const asked = answers('whole').map(({ key }) => key);
    expect(new Set(keys)).toEqual(new Set(asked));
    // Asked twice: at most the job that was in flight.
    const twice = keys.filter((key, i) => keys.indexOf(key) !== i);
    expect(twice.length).toBeLessThanOrEqual(1);
  });

  it('reports what is finished on Ctrl-C, and goes on from there', async () => {
    const words = [`${repository}/bin/heddle.js`, 'check', ...files, '--quiet', '--run', 'stopped', '--jobs', '1'];
    const child = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
    const exit = new Promise((resolve) => child.on('exit', resolve));
    for (let i = 0; i < 3000 && child.exitCode === null && answers('stopped').length < 8; i++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGINT');
    // On a fast machine it may have been finished.
    expect([130, 1]).toContain(await exit);
    const before = answers('stopped').map(({ key }) => key);
    expect(before.length).toBeGreaterThan(0);
    const resumed = await check('--run', 'stopped');
    expect(plain(resumed.stdout)).toBe(plain((await check()).stdout));
    const after = answers('stopped')
      .map(({ key }) => key)
      .slice(before.length);
    expect(after.filter((key) => before.includes(key)).length).toBeLessThanOrEqual(1);
  });

  it('writes to nothing but its own folder', async () => {
    mkdirSync(join(folder, 'linked'));
    writeFileSync(join(folder, 'other.txt'), 'precious');
    symlinkSync(join(folder, 'other.txt'), join(folder, 'linked', 'journal.jsonl'));
    expect(await check('--run', 'linked')).toMatchObject({ exit: 2, stderr: expect.stringContaining('HD0007') });
    expect(readFileSync(join(folder, 'other.txt'), 'utf8')).toBe('precious');
    expect(await check('--run', 'other.txt')).toMatchObject({ exit: 2, stderr: expect.stringContaining('HD0007') });
  });

  it('gives the same report however many workers there are, also where one input is asked in parts', async () => {
    const text = `var a, b, c; lock l; atomic set S { a, b }\n// ${'x'.repeat(9000)}
      process P { main { unit { synchronized (l) { write a; write b; } } unit { read c; write c; } } }
      process Q * { main { unit { synchronized (l) { read a; read b; } write c; } } }`;
    writeFileSync(join(folder, 'large.eml'), text);
    const ask = (...words: string[]) => heddleHere(['check', 'large.eml', '--format', 'json', ...words], folder);
    const one = await ask('--jobs', '1', '--run', 'parts');
    expect(JSON.parse(one.stdout).results.length).toBeGreaterThan(3);
    expect(
      new Set(
        journalOf('parts')
          .filter(({ told }) => told.kind === 'ended')
          .map(({ key }) => key),
      ).size,
    ).toBeGreaterThan(6);
    for (const jobs of ['2', '4']) expect(plain((await ask('--jobs', jobs)).stdout)).toBe(plain(one.stdout));
    const cached = [await ask('--cache', 'c'), await ask('--cache', 'c')].map(({ stdout }) => JSON.parse(stdout));
    expect(cached[1].reused).toBeGreaterThan(0);
    expect(plain(JSON.stringify(cached[1].results))).toBe(plain(JSON.stringify(JSON.parse(one.stdout).results)));
  });

  it('drops a torn last line and a broken one, says so, and asks these again', async () => {
    const whole = plain((await check('--run', 'torn')).stdout);
    const file = join(folder, 'torn', 'journal.jsonl');
    const text = readFileSync(file, 'utf8');
    truncateSync(file, Buffer.byteLength(text) - 7);
    const looked = await heddleHere(['report', 'torn', '--format', 'json'], folder);
    expect(JSON.parse(looked.stdout).diagnostics).toMatchObject([{ code: 'HD0016', severity: 'note' }]);
    const again = await check('--run', 'torn');
    expect(again.stderr).toContain('its last line was not written to its end');
    expect(plain(JSON.stringify({ ...JSON.parse(again.stdout), diagnostics: [] }))).toBe(
      plain(JSON.stringify({ ...JSON.parse(whole), diagnostics: [] })),
    );
    const lines = readFileSync(file, 'utf8').split('\n');
    lines[3] = '{"key":"__proto__","session":"x"}';
    writeFileSync(file, lines.join('\n'));
    const repaired = await check('--run', 'torn');
    expect(repaired.stderr).toContain('1 of its lines cannot be read');
    expect(JSON.parse(repaired.stdout).results).toHaveLength(JSON.parse(whole).results.length);
  });

  it('says nothing less where any line of its journal is lost: what it said is open, and asked again', async () => {
    const asked = ['explore', 'm1.eml', 'm2.eml', '--format', 'json', '--run', 'holes'];
    const whole = await heddleHere(asked, folder);
    const file = join(folder, 'holes', 'journal.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(5);
    const isOpen = ({ verdict }: { verdict: string }) => verdict === 'unknown';
    for (const [i, line] of lines.entries()) {
      writeFileSync(file, lines.map((other, k) => `${k === i ? '' : other}\n`).join(''));
      const { stdout } = await heddleHere(['report', 'holes', '--format', 'json'], folder);
      const { told } = JSON.parse(line);
      expect(JSON.parse(stdout).results.filter(isOpen).length).toBe(told.kind === 'read' ? 0 : 1);
      const again = await heddleHere(asked, folder);
      expect(JSON.parse(again.stdout).diagnostics).toMatchObject([{ code: 'HD0016', severity: 'note' }]);
      expect(plain(JSON.stringify({ ...JSON.parse(again.stdout), diagnostics: [] }))).toBe(plain(whole.stdout));
    }
  });

  it('is refused, and a cache does nothing, where a trace comes only once', () => {
    const trace = readFileSync(`${repository}/examples/races/missing-lock/missing-lock.std`);
    const words = [`${repository}/bin/heddle.js`, 'races', '-', '--as', 'std'];
    const ask = (...more: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [...words, ...more], {
        cwd: folder,
        input: trace,
      });
      return { exit: status, said: `${stdout}${stderr}` };
    };
    expect(ask('--run', 'once')).toMatchObject({ exit: 2, said: expect.stringContaining('write the trace to a file') });
    expect(ask('--cache', 'once')).toMatchObject({ exit: 1, said: expect.stringContaining('1 violated') });
    expect(ask()).toMatchObject({ exit: 1, said: expect.stringContaining('1 violated') });
  });

  it('asks only what has changed: an input, an option', async () => {
    await check('--run', 'changed');
    const before = answers('changed').length;
    await check('--run', 'changed');
    expect(answers('changed')).toHaveLength(before);
    writeFileSync(join(folder, 'm0.eml'), model(77));
    await check('--run', 'changed');
    const perFile = before / files.length;
    expect(answers('changed')).toHaveLength(before + perFile);
    writeFileSync(join(folder, 'm0.eml'), model(0));
    await check('--run', 'changed', '--seed', '7');
    expect(answers('changed')).toHaveLength(2 * before + perFile);
  });

  it('is turned into any report, while it is going on too: what is open is unknown', async () => {
    const { stdout } = await check('--run', 'looked');
    expect(plain((await heddleHere(['report', 'looked', '--format', 'json'], folder)).stdout)).toBe(plain(stdout));
    const file = join(folder, 'looked', 'journal.jsonl');
    const half = readFileSync(file, 'utf8').split('\n').slice(0, 20).join('\n');
    writeFileSync(file, `${half}\n`);
    const { exit, stdout: text } = await heddleHere(['report', 'looked'], folder);
    expect(exit).toBe(1);
    expect(text).toContain('the run has not come to this yet');
  });

  it('is written by one process at a time, and a lock that a dead one left counts for nothing', async () => {
    await check('--run', 'locked');
    writeFileSync(join(folder, 'locked', 'lock'), '1 elsewhere');
    expect(await check('--run', 'locked')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('1 on elsewhere'),
    });
    rmSync(join(folder, 'locked', 'lock'));
    appendFileSync(join(folder, 'locked', 'journal.jsonl'), '{"key":');
    expect((await check('--run', 'locked')).exit).toBe(1);
    expect((await heddleHere(['report', 'nowhere'], folder)).exit).toBe(2);
  });

  it('ends where the disk is full, and goes on when there is room', async () => {
    const words = [`${repository}/bin/heddle.js`, 'check', ...files, '--quiet', '--run', 'full', '--jobs', '1'];
    // No file may have more than 40 blocks of 512 bytes or 1024, whatever the shell takes for one.
    const shell = `trap '' XFSZ; ulimit -f 40; exec "$@"`;
    const child = spawn('sh', ['-c', shell, 'sh', process.execPath, ...words], { cwd: folder });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(2);
    expect(said).toContain('HD0007');
    expect(said).toContain('the same command goes on from there');
    const resumed = await check('--run', 'full');
    expect(plain(JSON.stringify({ ...JSON.parse(resumed.stdout), diagnostics: [] }))).toBe(
      plain(JSON.stringify({ ...JSON.parse((await check()).stdout), diagnostics: [] })),
    );
  });

  it('can be reported from while another process writes it', async () => {
    const words = [`${repository}/bin/heddle.js`, 'check', ...files, '--quiet', '--run', 'watched', '--jobs', '1'];
    const child = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
    const exit = new Promise((resolve) => child.on('exit', resolve));
    const open: number[] = [];
    while (child.exitCode === null) {
      if (existsSync(join(folder, 'watched', 'journal.jsonl'))) {
        const { stdout, exit: seen } = await heddleHere(['report', 'watched', '--format', 'json'], folder);
        const { results } = JSON.parse(stdout);
        open.push(results.filter(({ verdict }: { verdict: string }) => verdict === 'unknown').length);
        expect([1, 3]).toContain(seen);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await exit).toBe(1);
    const last = await heddleHere(['report', 'watched', '--format', 'json'], folder);
    expect(plain(last.stdout)).toBe(plain((await check('--run', 'watched')).stdout));
    // Less and less is open.
    expect(open).toEqual(open.toSorted((a, b) => b - a));
  });

  it('is never held in memory: a report of a long one needs little', () => {
    const run = join(folder, 'long');
    mkdirSync(run);
    const about = { schema: 'heddle-run/1', version: '0.1.0', command: 'heddle', inputs: [], diagnostics: [] };
    const keys = Array.from({ length: 120 }, (_, i) => `k${i}`);
    const jobs = keys.map((key) => ({
      ...{ file: `${key}.eml`, key: `${key} read` },
      questions: [{ engine: 'explore', key, options: {} }],
    }));
    writeFileSync(join(run, 'run.json'), JSON.stringify({ ...about, jobs }));
    const finding = {
      ...{ engine: 'explore', method: 'full', property: { kind: 'race' }, rule: 'HD2000', places: [], because: [] },
      ...{ message: 'm'.repeat(400_000), verdict: { kind: 'unknown', because: 'b' }, statistics: {} },
    };
    for (const key of keys) {
      const packed = { findings: [finding], certified: [-1], certificates: [] };
      const told = [
        { kind: 'findings', packed },
        { kind: 'ended', ending: { kind: 'done', diagnostics: [] }, lines: 1 },
      ];
      const lines = told.map((one) => JSON.stringify({ key, session: 1, told: one }));
      const read = JSON.stringify({ key: `${key} read`, session: 1, told: { kind: 'read', reading: { reading: [] } } });
      appendFileSync(join(run, 'journal.jsonl'), `${[...lines, read].join('\n')}\n`);
    }
    // 48 MB in a process that may hold 32.
    const words = ['--max-old-space-size=32', `${repository}/bin/heddle.js`, 'report', 'long', '--format', 'jsonl'];
    const { status, stderr } = spawnSync(process.execPath, [...words, '-o', 'long.jsonl'], { cwd: folder });
    expect(stderr.toString()).toBe('');
    expect(status).toBe(3);
    expect(statSync(join(folder, 'long.jsonl')).size).toBeGreaterThan(48_000_000);
  });
});
