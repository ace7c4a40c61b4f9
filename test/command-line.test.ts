// What scripts rely on: exit codes, formats, limits, configuration, evidence that can be checked later.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heddle, heddleHere, repository } from './heddle.js';

const holds = 'lock l; var x : int; process P [2] { main { synchronized (l) { x = x + 1; } } }';
const fails = 'var x : int; process P [2] { main { x = x + 1; } } process Q { main { assert x < 2; } }';
/** Five counters that wrap: far more states than a short time or a small bound allows. */
const large = `var a : int 0..99, b : int 0..99, c : int 0..99, d : int 0..99, e : int 0..99;
  ${['a', 'b', 'c', 'd', 'e'].map((v) => `process ${v.toUpperCase()} { main { while (true) { ${v} = (${v} + 1) % 100; } } }`).join('\n')}`;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-'));
  for (const [name, text] of Object.entries({ holds, fails, large })) writeFileSync(join(folder, `${name}.eml`), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => heddleHere(words, folder);
const explore = (...words: string[]) => run('explore', ...words);

describe('the built command line', () => {
  // What it loads late (compiler, parser of Java, workers) is not part of its file.
  it.each([
    ['async', 'examples/async/wallet'],
    ['atomicity', 'examples/java/more/f01'],
    ['check', 'examples/explore/account', '--jobs', '2'],
  ])('loads it: %s %s', (...words) => {
    const { exit, stderr } = heddle(words);
    expect(stderr).not.toContain('HD0099');
    expect(exit).toBe(1);
  });
});

describe('exit codes', () => {
  it('0 when everything holds', async () => expect((await explore('holds.eml')).exit).toBe(0));
  it('1 when something is violated', async () => expect((await explore('fails.eml')).exit).toBe(1));
  it('3 when something is unknown', async () => {
    const ran = await explore('large.eml', '--max-states', '500');
    expect(ran.exit).toBe(3);
    expect(ran.stdout).toContain('state limit of 500 reached');
  });
  it('1 before 3, 2 before 1', async () => {
    expect((await explore('fails.eml', 'large.eml', '--max-states', '500')).exit).toBe(1);
    expect((await explore('fails.eml', 'missing.eml')).exit).toBe(2);
  });
});

describe('explore --interactive', () => {
  const model = 'examples/explore/account/account.eml';
  it('reads choices from a pipe and prints what they lead to', () => {
    const { exit, stdout } = heddle(['explore', '--interactive', model], { stdin: '1\nstate\nback\n' });
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^ {2}1\) .*\n> 1\n1: .*\n> state\n.*\n> back\ntook back 1 step\n.*> \n$/s);
  });

  it.each([
    [[model, model], '--interactive takes one model'],
    [['-', '--as', 'eml'], 'the model must be a file'],
    [['no-such-file.eml'], 'no such file or folder'],
  ])('refuses %j', (words, message) => {
    const { exit, stderr } = heddle(['explore', '--interactive', ...words]);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('limits', () => {
  it('a time limit gives unknown and keeps what is finished', async () => {
    // Loading the engine may take longer than the limit on a slow machine; the small model does not.
    await explore('fails.eml');
    const ran = await explore(
      'fails.eml',
      'large.eml',
      '--time-limit',
      '1',
      '--max-states',
      '100000000',
      '--format',
      'json',
    );
    const report = JSON.parse(ran.stdout);
    expect(ran.exit).toBe(1);
    expect(report.results[0]).toMatchObject({ file: 'fails.eml', verdict: 'violated' });
    expect(report.results.at(-1)).toMatchObject({ file: 'large.eml', verdict: 'unknown', obstacle: 'limit' });
    expect(report.results.at(-1).because).toContain('time limit of 1 s reached');
  });

  it('a memory limit gives unknown', async () => {
    const ran = await explore('large.eml', '--memory-limit', '100', '--max-states', '100000000');
    expect(ran).toMatchObject({ exit: 3, stdout: expect.stringContaining('memory limit of 100 MB reached') });
  });
});

describe('workers', () => {
  it('give the same report as one thread, in the same order', async () => {
    const words = ['holds.eml', 'fails.eml', 'holds.eml', '--format', 'json'];
    const alone = JSON.parse((await explore(...words, '--jobs', '1')).stdout);
    const shared = JSON.parse((await explore(...words, '--jobs', '2')).stdout);
    const essence = (report: { results: { statistics: unknown }[] }) =>
      report.results.map((r) => ({ ...r, statistics: 0 }));
    expect(essence(shared)).toEqual(essence(alone));
  });

  it('end with the command on Ctrl-C', async () => {
    const child = spawn(
      process.execPath,
      [`${repository}/bin/heddle.js`, 'explore', 'large.eml', 'large.eml', '--jobs', '2', '--max-states', '100000000'],
      {
        cwd: folder,
        stdio: 'ignore',
      },
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
    child.kill('SIGINT');
    // Before there is anything to report, or with a report.
    expect(['SIGINT', 130]).toContain(await ended);
  });
});

describe('reports', () => {
  it('go to standard output, to a file, and to further files', async () => {
    const ran = await explore(
      'fails.eml',
      '--format',
      'json',
      '-o',
      'a.json',
      '--report',
      'sarif=a.sarif',
      '--report',
      'html=a.html',
    );
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8')).summary.violated).toBe(1);
    expect(JSON.parse(readFileSync(join(folder, 'a.sarif'), 'utf8')).version).toBe('2.1.0');
    expect(readFileSync(join(folder, 'a.html'), 'utf8')).toMatch(/^<!doctype html>/i);
  });

  it('have colour only when asked for by the environment or a terminal', async () => {
    expect(heddle(['explore', 'fails.eml'], { cwd: folder, env: { NO_COLOR: '' } }).stdout).not.toContain('\x1b[');
    const forced = heddle(['explore', 'fails.eml'], { cwd: folder, env: { NO_COLOR: '', FORCE_COLOR: '1' } });
    expect(forced.stdout).toContain('\x1b[');
  });

  it('contain the identity of their inputs', async () => {
    const { inputs } = JSON.parse((await explore('holds.eml', '--format', 'json')).stdout);
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(inputs).toEqual([{ file: 'holds.eml', sha256, bytes: 79, reader: 'eml', companions: [] }]);
  });
});

describe('replay', () => {
  const report = () => JSON.parse(heddle(['explore', 'fails.eml', '--format', 'json'], { cwd: folder }).stdout);
  const replay = (edited: unknown, ...words: string[]) =>
    heddle(['replay', '-', ...words], { cwd: folder, stdin: JSON.stringify(edited) });

  it('accepts what was reported', async () => {
    expect(replay(report())).toMatchObject({ exit: 0, stdout: expect.stringContaining('1 replayed, 0 failed') });
    expect(replay(report(), '--result', '1').exit).toBe(0);
    expect(replay(report(), '--result', '9').exit).toBe(2);
  });

  it('rejects a witness with a step left out, and one that shows nothing', async () => {
    const shorter = report();
    shorter.results[0].witness.steps.splice(2, 1);
    expect(replay(shorter).exit).toBe(1);
    const truncated = report();
    truncated.results[0].witness.steps.pop();
    expect(replay(truncated)).toMatchObject({ exit: 1, stdout: expect.stringContaining('does not fail') });
  });

  it('rejects a witness on a model in which it does not happen', async () => {
    const mended = join(folder, 'mended.eml');
    writeFileSync(mended, fails.replace('x < 2', 'x < 9'));
    expect(heddle(['replay', '-', 'mended.eml'], { cwd: folder, stdin: JSON.stringify(report()) }).exit).toBe(2);
    expect(
      heddle(['replay', '-', 'mended.eml', '--model-changed-ok'], { cwd: folder, stdin: JSON.stringify(report()) })
        .exit,
    ).toBe(1);
  });
});

describe('configuration', () => {
  it('is found upwards, and flags win', async () => {
    writeFileSync(join(folder, 'heddle.config.json'), '{ "format": "json", "explore": { "max-states": 3 } }');
    const configured = await explore('holds.eml');
    const overruled = await explore('holds.eml', '--max-states', '1000', '--format', 'text');
    rmSync(join(folder, 'heddle.config.json'));
    expect(JSON.parse(configured.stdout).summary.unknown).toBeGreaterThan(0);
    expect(overruled).toMatchObject({ exit: 0, stdout: expect.stringContaining('0 violated') });
  });

  it('comes from heddle init, which does not overwrite', async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'heddle-init-'));
    expect(heddle(['init'], { cwd: fresh }).exit).toBe(0);
    expect(heddle(['check', '.'], { cwd: fresh }).exit).not.toBe(2);
    expect(heddle(['init'], { cwd: fresh })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('already exists'),
    });
    rmSync(fresh, { recursive: true, force: true });
  });
});

describe('help', () => {
  it('lists what is there and not what is planned', async () => {
    const { stdout } = await run('--help');
    expect(stdout).toContain('explore');
    expect(stdout).not.toContain('serve');
  });

  it.each(['bash', 'zsh', 'fish'])('completes for %s', async (shell) => {
    expect(await run('completion', shell)).toMatchObject({ exit: 0, stdout: expect.stringContaining('explore') });
  });
});
