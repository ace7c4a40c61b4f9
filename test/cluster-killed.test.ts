// Whoever is killed whenever: workers, the client and Redis go at random moments, and the report is that of a quiet day.
// HEDDLE_CASES=25 makes fifty rounds.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rng } from '../src/base/rng.js';
import { sampleScale } from '../src/base/testing/sample-scale.js';
import { heddleHere } from './heddle.js';
import { endAll, ended, freePort, hasRedis, heddleProcess, password, type Running, startRedis } from './redis.js';

const rounds = Math.max(1, Math.round(2 * sampleScale));
const files = Array.from({ length: 24 }, (_, i) => `m${i}.eml`);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-killed-'));
  for (const [i, file] of files.entries())
    writeFileSync(
      join(folder, file),
      `var x: int; lock l;
process P { main { synchronized (l) { x = ${i}; } unit { x = 2; let y = x; assert y != ${i}; } } }
process Q { main { x = 3; } }
${i % 8 === 0 ? `// ${'x'.repeat(9000)}` : ''}`,
    );
});

afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Without times, the command, and what rests on the word of a worker. */
const plain = (text: string) => {
  const { diagnostics: _, ...report } = JSON.parse(text);
  const drop = new Set(['milliseconds', 'command']);
  return JSON.stringify(report, (key, value) => (drop.has(key) ? 0 : value)).replaceAll(
    'on the word of a worker: ',
    '',
  );
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Keys of questions whose end stands in the journal. */
function answered(run: string): string[] {
  const file = join(folder, run, 'journal.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => JSON.parse(line)).flatMap(({ key, told }) => (told.kind === 'ended' ? [key] : []));
}

async function kill({ child }: Running): Promise<void> {
  child.kill('SIGKILL');
  await ended(child);
}

describe.runIf(hasRedis)('a cluster of which anybody may be killed at any moment', () => {
  it.each(Array.from({ length: rounds }, (_, round) => round))('loses nothing in round %i', async (round) => {
    const rng = new Rng(1000 + round);
    const words = ['check', ...files, '--format', 'json', '--quiet'];
    const alone = await heddleHere(words, folder);
    const port = await freePort();
    const url = `redis://:${password}@127.0.0.1:${port}`;
    const at = join(folder, `round${round}`);
    const run = `run${round}`;
    const worker = () => heddleProcess(folder, ['worker', '--cluster', url, '--threads', '1', '--lock-seconds', '1']);
    const client = () => heddleProcess(folder, [...words, '--cluster', url, '--run', run]);
    let redis = await startRedis(at, port);
    const workers = [worker(), worker(), worker()];
    let asking = client();
    for (let kills = 0; kills < 6; kills++) {
      await pause(rng.below(1500));
      const victim = rng.below(4);
      if (victim < 2) {
        const before = workers[victim]!;
        workers[victim] = worker();
        await kill(before);
      } else if (victim === 2) {
        const before = answered(run);
        await kill(asking);
        const known = answered(run);
        // Written once and never changed.
        expect(known.slice(0, before.length)).toEqual(before);
        asking = client();
      } else {
        redis.kill('SIGKILL');
        await ended(redis);
        redis = await startRedis(at, port);
      }
    }
    await ended(asking.child);
    const last = await heddleHere([...words, '--cluster', url, '--run', run], folder);
    expect(plain(last.stdout)).toBe(plain(alone.stdout));
    expect(last.exit).toBe(alone.exit);
    // Nothing that was answered is asked again, whoever was killed: each question has ended once.
    const all = answered(run);
    expect(all.length).toBe(new Set(all).size);
    for (const one of workers) await kill(one);
    redis.kill('SIGKILL');
    await ended(redis);
  });
});
