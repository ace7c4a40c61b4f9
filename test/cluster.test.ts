// A cluster on a real Redis: workers, the client and Redis itself are killed in the middle, and nothing is lost.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heddleHere, repository } from './heddle.js';
import { endAll, ended, freePort, hasRedis, heddleProcess, password, startRedis, until } from './redis.js';

if (!hasRedis && !process.env['HEDDLE_REQUIRE_REDIS'])
  process.stderr.write('redis-server is not installed: the tests of the cluster are not run\n');

const files = Array.from({ length: 16 }, (_, i) => `m${i}.eml`);
/** An input of this size is asked in parts. */
const large = `// ${'x'.repeat(9000)}`;

let folder: string;
let port: number;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-cluster-'));
  for (const [i, file] of files.entries())
    writeFileSync(
      join(folder, file),
      `var x: int; lock l;
process P { main { synchronized (l) { x = ${i}; } unit { x = 2; let y = x; assert y != ${i}; } } }
process Q { main { x = 3; } }
${i === 0 ? large : ''}`,
    );
  port = await freePort();
  url = `redis://:${password}@127.0.0.1:${port}`;
});

afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

const worker = () => heddleProcess(folder, ['worker', '--cluster', url, '--threads', '1', '--lock-seconds', '3']);

const answers = (run: string): string[] => {
  try {
    const lines = readFileSync(join(folder, run, 'journal.jsonl'), 'utf8')
      .split('\n')
      .slice(0, -1);
    return lines.map((line) => JSON.parse(line)).flatMap(({ key, told }) => (told.kind === 'ended' ? [key] : []));
  } catch {
    return [];
  }
};

const plain = (text: string) => {
  const drop = new Set(['milliseconds', 'command']);
  return JSON.stringify(JSON.parse(text), (key, value) => (drop.has(key) ? 0 : value)).replaceAll(
    'on the word of a worker: ',
    '',
  );
};

const check = (...words: string[]) => heddleHere(['check', ...files, '--format', 'json', '--quiet', ...words], folder);

describe('a cluster', () => {
  if (!hasRedis) {
    it('needs redis-server', () => expect(process.env['HEDDLE_REQUIRE_REDIS']).not.toBe('1'));
    return;
  }

  it('loses nothing when a worker, the client and Redis are killed', async () => {
    const alone = await check();
    const redis = await startRedis(folder, port);
    const workers = [worker(), worker(), worker()];
    await until('workers', () => workers.every(({ text }) => text().includes('worker with')));
    const client = heddleProcess(folder, ['check', ...files, '--format', 'json', '--cluster', url, '--run', 'r']);
    await until('some answers', () => answers('r').length >= 4 || client.child.exitCode !== null);
    workers[0]!.child.kill('SIGKILL');
    client.child.kill('SIGKILL');
    redis.kill('SIGKILL');
    await Promise.all([ended(client.child), ended(redis)]);
    const before = answers('r');
    await startRedis(folder, port);
    const resumed = await check('--cluster', url, '--run', 'r');
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.slice(1).map(({ child }) => ended(child)));
    expect(resumed.stderr).not.toContain('geheim');
    expect(plain(resumed.stdout)).toBe(plain(alone.stdout));
    expect(resumed.exit).toBe(alone.exit);
    // What was answered before is not asked again.
    const after = answers('r').slice(before.length);
    expect(after.filter((key) => before.includes(key))).toEqual([]);
    expect(readFileSync(join(folder, 'r', 'run.json'), 'utf8')).not.toContain('geheim');
    // By workers: again only what the client had not kept when it was killed, however much that was.
    const said = workers.flatMap(({ text }) => [...text().matchAll(/answered (\w+)/g)].map(([, key]) => key!));
    const wasKept = (key: string) => before.some((kept) => kept.startsWith(key));
    expect(said.some(wasKept)).toBe(true);
    const again = said.filter((key, i) => said.indexOf(key) !== i);
    expect(again.filter(wasKept)).toEqual([]);
    expect(new Set(again).size).toBe(again.length);
  });

  it('shows no answer that somebody forged', async () => {
    const honest = await check('--run', 'keys');
    const { jobs, version } = JSON.parse(readFileSync(join(folder, 'keys', 'run.json'), 'utf8'));
    const redis = new Redis(url);
    const forged = worker();
    const told = (key: string) => [
      { key, session: 0, told: { kind: 'findings', packed: { findings: [], certified: [], certificates: [] } } },
      { key, session: 0, told: { kind: 'ended', ending: { kind: 'done', diagnostics: [] } } },
    ];
    for (const { questions } of jobs)
      for (const { key } of questions) {
        const text = told(key)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join('');
        await redis.set(`heddle:answer:${version}:${key}`, gzipSync(text));
      }
    const { stdout, exit } = await check('--cluster', url);
    redis.disconnect();
    forged.child.kill('SIGTERM');
    const report = JSON.parse(stdout);
    expect(exit).toBe(honest.exit);
    expect(report.results.length).toBe(JSON.parse(honest.stdout).results.length);
    expect(report.diagnostics.map(({ code }: { code: string }) => code)).toContain('HD0016');
    expect(plain(JSON.stringify({ ...report, diagnostics: [] }))).toBe(
      plain(JSON.stringify({ ...JSON.parse(honest.stdout), diagnostics: [] })),
    );
  });

  const queueName = () => `questions-${JSON.parse(readFileSync(`${repository}/package.json`, 'utf8')).version}`;
  const toRedis = () => new Redis(url, { maxRetriesPerRequest: null });

  /** Those who were killed in the tests before may be counted for some seconds more. */
  function expectState(stdout: string): void {
    expect(stdout).toMatch(/^queue: 100 waiting, 0 being answered, 0 given up\nworkers: \d, clients: [1-9]\n/m);
    expect(stdout).toMatch(/^rate: \d+\.\d questions a second/m);
  }

  it('holds back, keeps priorities, and shows its state', async () => {
    const many = Array.from({ length: 130 }, (_, i) => `many${i}.eml`);
    for (const [i, file] of many.entries())
      writeFileSync(join(folder, file), `var x; process P { main { read x; } } // ${i}`);
    const client = heddleProcess(folder, ['explore', ...many, '--cluster', url, '--priority', '3', '--quiet']);
    const connection = toRedis();
    const queue = new Queue(queueName(), { connection, prefix: 'heddle' });
    await until('questions', async () => (await queue.getPrioritizedCount()) >= 100);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const waiting = await queue.getPrioritized();
    const { stdout } = await heddleHere(['cluster', 'status', '--cluster', url], folder);
    client.child.kill('SIGKILL');
    await ended(client.child);
    await queue.obliterate({ force: true });
    await queue.close();
    connection.disconnect();
    expect(waiting.map(({ opts }) => opts.priority)).toEqual(Array.from({ length: 100 }, () => 3));
    expectState(stdout);
  });

  it('gives up a question that three workers did not come back with, and says so', async () => {
    const asked = heddleHere(['explore', 'm1.eml', '--format', 'json', '--quiet', '--cluster', url], folder);
    for (let i = 0; i < 4; i++) {
      const connection = toRedis();
      const options = { connection, prefix: 'heddle', lockDuration: 300, stalledInterval: 200, maxStalledCount: 2 };
      const taken = new Promise<void>((resolve) => {
        // It takes the question and is heard of no more; the fourth one only sees that.
        const silent = new Worker(queueName(), () => new Promise(() => resolve()), options);
        silent.on('error', () => {});
        silent.on('failed', () => resolve());
        void asked.then(() => resolve());
      });
      await taken;
      connection.disconnect();
    }
    const { exit, stdout } = await asked;
    expect(exit).toBe(3);
    expect(stdout).toContain('its worker did not come back 3 times');
  });

  it.each([
    'http://u:geheim@host',
    'geheim@host',
    'redis://:ge/heim@host',
    'redis://:geheim@127.0.0.1:1',
    'redis://127.0.0.1:1?password=geheim',
  ])('tells nobody the password in %s', async (address) => {
    const { exit, stdout, stderr } = await heddleHere(['explore', 'm1.eml', '--cluster', address], folder);
    expect(exit).toBe(2);
    expect(stdout + stderr).not.toMatch(/geheim|ge.heim/);
  });

  it('refuses members of another version, and says when it is not there', async () => {
    const redis = new Redis(url);
    const other = {
      role: 'worker',
      version: '9.9.9',
      host: 'h',
      pid: 1,
      threads: 1,
      done: 0,
      since: 0,
      at: Date.now(),
    };
    await redis.hset('heddle:members', 'other', JSON.stringify(other));
    const refused = await check('--cluster', url);
    await redis.hdel('heddle:members', 'other');
    redis.disconnect();
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining('the cluster runs heddle 9.9.9') });
    const nowhere = await check('--cluster', 'redis://:geheim@127.0.0.1:1');
    expect(nowhere).toMatchObject({ exit: 2, stderr: expect.stringContaining('redis://***@127.0.0.1:1') });
  });
});
