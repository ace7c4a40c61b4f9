// What a cluster answers: races of methods, source code in parts, forged answers; and what it keeps to itself.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heddleHere, repository } from './heddle.js';
import {
  endAll,
  ended,
  freePort,
  hasRedis,
  heddleProcess,
  password,
  type Running,
  startRedis,
  until,
} from './redis.js';

let folder: string;
let port: number;
let url: string;
const { version } = JSON.parse(readFileSync(`${repository}/package.json`, 'utf8'));
const queueName = `questions-${version}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-cluster-'));
  port = await freePort();
  url = `redis://:${password}@127.0.0.1:${port}`;
  if (hasRedis) await startRedis(folder, port);
  writeFileSync(
    join(folder, 'm.eml'),
    `var x: int; var y: int; lock l;
process P { main { unit { x = 1; x = 2; } synchronized (l) { y = 1; } } }
process Q { main { let a = x; synchronized (l) { unit { y = 2; let b = y; assert b == 2; } } } }`,
  );
  mkdirSync(join(folder, 'java'));
  writeFileSync(
    join(folder, 'java', 'Stock.java'),
    `class Stock implements Runnable { private int left = 10; private int sold;
  synchronized boolean has() { return left > 0; } synchronized void take() { left--; sold++; }
  void sell() { if (has()) take(); } public void run() { sell(); } void start() { new Thread(this).start(); } }
// ${'x'.repeat(12_000)}\n`,
  );
});

afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

const worker = (address = url, env = {}) =>
  heddleProcess(folder, ['worker', '--cluster', address, '--threads', '1', '--lock-seconds', '2'], env);

const stopped = async ({ child }: Running) => {
  child.kill('SIGTERM');
  await ended(child);
};

const toRedis = () => new Redis(url, { maxRetriesPerRequest: null });

const check = (words: readonly string[]) => heddleHere([...words, '--format', 'json', '--quiet'], folder);

/** Without times, the command, and what rests on the word of a worker. */
const plain = (text: string) => {
  const report = JSON.parse(text);
  const skipped = report.skipped.filter(({ because }: { because: string }) => !because.includes('word of workers'));
  const drop = new Set(['milliseconds', 'command']);
  return JSON.stringify({ ...report, skipped }, (key, value) => (drop.has(key) ? 0 : value)).replaceAll(
    'on the word of a worker: ',
    '',
  );
};

describe.runIf(hasRedis)('a cluster', () => {
  it('races methods: the verdict is that of one method, and nobody goes on after the first', async () => {
    const workers = [worker(), worker()];
    const one = await check(['explore', 'm.eml']);
    const alone = JSON.parse(one.stdout);
    const { stdout, exit } = await check(['explore', 'm.eml', '--portfolio', '--cluster', url]);
    const raced = JSON.parse(stdout);
    const verdicts = ({ results }: { results: { property: { kind: string }; verdict: string }[] }) =>
      results.map(({ property, verdict }) => `${property.kind} ${verdict}`).sort();
    expect(verdicts(raced)).toEqual(verdicts(alone));
    expect(exit).toBe(one.exit);
    const connection = toRedis();
    const queue = new Queue(queueName, { connection, prefix: 'heddle' });
    await until('nobody goes on', async () => {
      const { wait = 0, prioritized = 0, active = 0 } = await queue.getJobCounts('wait', 'prioritized', 'active');
      return wait + prioritized + active === 0;
    });
    await queue.close();
    connection.disconnect();
    await Promise.all(workers.map(stopped));
  });

  it('answers source code part by part, and says that its silence rests on the word of workers', async () => {
    const answering = worker();
    const alone = await check(['check', 'java', '--jobs', '1']);
    const asked = await check(['check', 'java', '--cluster', url, '--run', 'java-run']);
    expect(plain(asked.stdout)).toBe(plain(alone.stdout));
    expect(asked.exit).toBe(alone.exit);
    expect(asked.stdout).toContain('that there is nothing else to find rests on the word of workers');
    expect([...answering.text().matchAll(/^answered/gm)].length).toBeGreaterThanOrEqual(2);
    await stopped(answering);
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers are data of a stranger here
  type Told = any;
  const told = (ending: object = { kind: 'done', diagnostics: [] }): Told => ({ kind: 'ended', ending });
  const holdsAll = (told: Told) => {
    for (const finding of told.packed?.findings ?? [])
      if (finding.verdict.kind === 'violated')
        finding.verdict = {
          kind: 'holds',
          scope: { kind: 'all-executions', assumptions: [] },
          certificate: { kind: 'none', because: 'believe me' },
        };
    return told;
  };

  it.each<[string, (lines: readonly Told[]) => readonly Told[], boolean]>([
    ['says nothing', () => [told()], true],
    ['says it twice', (lines) => [...lines, told()], true],
    ['is torn off', (lines) => lines.slice(0, -1), true],
    ['skips the question', () => [told({ kind: 'skipped', because: 'no' })], true],
    ['is no answer', () => [{ kind: 'constructor' }], true],
    ['leaves violations out', (lines) => lines.map((one) => withoutViolations(one)), true],
    ['says that everything holds', (lines) => lines.map(holdsAll), true],
    ['is honest', (lines) => lines, false],
  ])('that %s shows nothing else than the truth', async (_, forge, isNoted) => {
    const honest = await check(['atomicity', 'm.eml']);
    const { connection, worker } = forgingWorker(forge);
    const { stdout, exit } = await check(['atomicity', 'm.eml', '--cluster', url]);
    await worker.close();
    connection.disconnect();
    const report = JSON.parse(stdout);
    expect(exit).toBe(honest.exit);
    expect(plain(JSON.stringify({ ...report, diagnostics: [] }))).toBe(
      plain(JSON.stringify({ ...JSON.parse(honest.stdout), diagnostics: [] })),
    );
    const codes = report.diagnostics.map(({ code }: { code: string }) => code);
    expect(codes.includes('HD0016')).toBe(isNoted);
  });

  const withoutViolations = (told: Told) => {
    if (!told.packed) return told;
    const keep = told.packed.findings.map(({ verdict }: Told) => verdict.kind !== 'violated');
    const only = (list: Told[]) => list.filter((_, i) => keep[i]);
    return {
      ...told,
      packed: {
        ...told.packed,
        findings: only(told.packed.findings),
        certified: only(told.packed.certified),
        ways: only(told.packed.ways),
      },
    };
  };

  /** Has the question answered by a real worker, and hands on something else. */
  function forgingWorker(forge: (lines: readonly Told[]) => readonly Told[]) {
    const connection = toRedis();
    const redis = toRedis();
    const forging = new Worker(
      queueName,
      async ({ id = '', data }) => {
        const honest = await honestAnswer(redis, data);
        const lines = forge(honest).map((one) => `${JSON.stringify({ key: id, session: 0, told: one })}\n`);
        await redis.set(`heddle:answer:${version}:${id}`, gzipSync(lines.join('')));
        redis.disconnect();
      },
      { connection, prefix: 'heddle' },
    );
    return { connection, worker: forging };
  }

  /** As `heddle worker` would say it. */
  async function honestAnswer(
    redis: Redis,
    data: { input: string; questions: object[]; seed: number },
  ): Promise<Told[]> {
    const { runJobInto } = await import(`${repository}/dist/pipeline/run-job.js`);
    const { nodePlatform } = await import(`${repository}/dist/cli/platform.js`);
    const { Packer } = await import(`${repository}/dist/pipeline/answers/packed.js`);
    const stored = await redis.getBuffer(`heddle:input:${data.input}`);
    const job = {
      input: JSON.parse(gunzipSync(stored!).toString()),
      questions: data.questions,
      limits: {},
      seed: data.seed,
    };
    const lines: Told[] = [];
    const packer = new Packer();
    await runJobInto(job, nodePlatform, {
      progress() {},
      findings: (_: number, findings: object[]) => void lines.push({ kind: 'findings', packed: packer.pack(findings) }),
      ended: (_: number, ending: object) => void lines.push(told(ending)),
    });
    return JSON.parse(JSON.stringify(lines));
  }

  it('speaks TLS where the URL says so, and trusts nobody whom the machine does not trust', async () => {
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate];
    expect(spawnSync('openssl', [...words, ...names]).status).toBe(0);
    const [plainPort, tlsPort] = [await freePort(), await freePort()];
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
    const tls = ['--tls-port', String(tlsPort), '--tls-auth-clients', 'no', ...files];
    const redis = await startRedis(join(folder, 'tls'), plainPort, ...tls);
    const address = `rediss://:${password}@127.0.0.1:${tlsPort}`;
    const trusting = { NODE_EXTRA_CA_CERTS: certificate };
    const answering = worker(address, trusting);
    const asked = ['explore', 'm.eml', '--format', 'json', '--quiet', '--cluster', address];
    const client = heddleProcess(folder, asked, trusting);
    const strict = heddleProcess(folder, asked);
    await Promise.all([ended(client.child), ended(strict.child)]);
    expect(client.child.exitCode).toBe(0);
    expect(strict.child.exitCode).toBe(2);
    expect(strict.text()).toMatch(/rediss:\/\/\*\*\*@127\.0\.0\.1:\d+ does not answer: .*certificate/);
    expect(answering.text()).toMatch(/worker with 1 threads at rediss:\/\/\*\*\*@127/);
    expect(client.text() + strict.text() + answering.text()).not.toContain(password);
    await stopped(answering);
    redis.kill('SIGKILL');
  });

  it('keeps the password out of logs, reports, journals and what Redis says of a wrong one', async () => {
    const forms = [
      `redis://:${password}@127.0.0.1:${port}`,
      `redis://default:${password}@127.0.0.1:${port}/0`,
      `redis://127.0.0.1:${port}?password=${password}`,
    ];
    const answering = worker(forms[0]);
    for (const [i, address] of forms.entries()) {
      const words = ['check', 'm.eml', '--cluster', address, '--run', `secret${i}`];
      const shown = await heddleHere(
        [...words, '--report', `html=secret${i}.html`, '--report', `sarif=secret${i}.sarif`],
        folder,
      );
      const status = await heddleHere(['cluster', 'status', '--cluster', address], folder);
      const kept = ['run.json', 'journal.jsonl'].map((file) => join(`secret${i}`, file));
      const files = [...kept, `secret${i}.html`, `secret${i}.sarif`].map((file) =>
        readFileSync(join(folder, file), 'utf8'),
      );
      expect([shown.stdout, shown.stderr, status.stdout, status.stderr, ...files].join('')).not.toContain(password);
    }
    for (const wrong of [`falsch${password}`, `${password}%40x`, `a@${password}`]) {
      const { stdout, stderr, exit } = await heddleHere(
        ['check', 'm.eml', '--cluster', url.replace(password, wrong)],
        folder,
      );
      expect(exit).toBe(2);
      expect(stdout + stderr).not.toContain(password);
    }
    expect(answering.text()).not.toContain(password);
    await stopped(answering);
  });
});
