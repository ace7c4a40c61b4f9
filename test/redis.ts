// A real Redis with workers and clients around it, for the tests of the cluster.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { repository } from './heddle.js';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
export const password = 'geheim';

const started: ChildProcess[] = [];

export function endAll(): void {
  for (const child of started) child.kill('SIGKILL');
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export async function until(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1500; i++) {
    if (await isThere()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`not within 30 s: ${what}`);
}

/** With its append-only file in `folder`, so that it can be started again. */
export async function startRedis(folder: string, port: number, ...more: string[]): Promise<ChildProcess> {
  mkdirSync(join(folder, 'redis'), { recursive: true });
  const words = ['--bind', '127.0.0.1', '--port', String(port), '--appendonly', 'yes', '--requirepass', password];
  const child = spawn('redis-server', [...words, '--dir', join(folder, 'redis'), ...more], { stdio: 'ignore' });
  started.push(child);
  await until('redis', () => spawnSync('redis-cli', ['-p', String(port), 'ping']).stdout.includes('NOAUTH'));
  return child;
}

export interface Running {
  readonly child: ChildProcess;
  /** What it has written so far. */
  text(): string;
}

export function heddleProcess(cwd: string, words: readonly string[], env: Record<string, string> = {}): Running {
  let text = '';
  const child = spawn(process.execPath, [`${repository}/bin/heddle.js`, ...words], {
    cwd,
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  started.push(child);
  return { child, text: () => text };
}

export function ended(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.on('exit', resolve) : resolve(0),
  );
}
