// Runs what was written for a finding, in a Node of its own: a scout that says which trial shows it, and then the test itself.

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { Result } from '../../base/result.js';
import type { Trial } from '../../report/repro/trials.js';

/** Milliseconds; code that never rests is not waited for. */
const longestTrial = 60_000;

interface Scout {
  readonly text: string;
  readonly trials: readonly Trial[];
}

/** The first trial that shows the finding; or why there is none. */
export function tryAll(file: string, { text, trials }: Scout): Result<Trial, string> {
  writeFileSync(file, text);
  const { stdout, stderr } = run(file);
  rmSync(file);
  const trial = trials[Number(/^trial (\d+)$/m.exec(stdout)?.[1] ?? -1)];
  if (trial) return { ok: true, value: trial };
  const broken = [...stdout.matchAll(/^broken (.*)$/gm)].map(([, message]) => message);
  const before = /^\w*Error.*$/m.exec(stderr)?.[0];
  if (before !== undefined) return { ok: false, error: `the test cannot be started: ${before}` };
  // Where each trial broke, the code was not driven at all.
  return broken.length === trials.length
    ? { ok: false, error: `the code breaks on what stands in for the outside: ${broken[0]}` }
    : { ok: false, error: 'with the values that stand in for the outside, it ends as in some serial order' };
}

/** The test fails on the code as it is, and for the reason that it is there for. */
export function failsAsClaimed(file: string): boolean {
  // Without `--test`: one process less, and the tests of the file run as well.
  const { status, stdout, stderr } = run(file);
  return status !== 0 && /this interleaving: /.test(`${stdout}${stderr}`);
}

/** The compiler is that of the user's project; where it has none, ours. */
function run(file: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const ours = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../..');
  const paths = [process.env['NODE_PATH'], ours].filter((path) => path !== undefined && path !== '');
  const env = { ...process.env, NODE_PATH: paths.join(delimiter) };
  return spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: longestTrial, env });
}
