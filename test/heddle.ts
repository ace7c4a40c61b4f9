// Runs the built command line as a user would. Needs `npm run build` first (`npm run check` does it).

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('..', import.meta.url));
const executable = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));

export interface Ran {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

export function heddle(words: readonly string[], { cwd = repository, stdin = '', env = {} }: Surroundings = {}): Ran {
  if (!existsSync(`${repository}/dist/heddle.cjs`)) throw new Error('dist/ is missing: run `npm run build` first');
  const { status, stdout, stderr } = spawnSync(process.execPath, [executable, ...words], {
    cwd,
    input: stdin,
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  return { exit: status, stdout, stderr };
}

/** The same without a process of its own, for the many runs of the examples: no standard input, one at a time. */
export async function heddleHere(words: readonly string[], cwd: string): Promise<Ran> {
  const { runCommandLine } = await import(`${repository}/dist/cli/command-line.js`);
  const written = { stdout: '', stderr: '' };
  const here = process.cwd();
  const restore = [capture('stdout', written), capture('stderr', written)];
  process.chdir(cwd);
  try {
    const exit: number = await runCommandLine(words);
    return { exit, ...written };
  } finally {
    process.chdir(here);
    for (const undo of restore) undo();
  }
}

function capture(name: 'stdout' | 'stderr', written: Record<'stdout' | 'stderr', string>): () => void {
  const stream = process[name];
  const original = stream.write;
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    written[name] += typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk);
    const done = rest.find((argument) => typeof argument === 'function');
    if (typeof done === 'function') done();
    return true;
  };
  return () => {
    stream.write = original;
  };
}
