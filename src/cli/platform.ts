// The platform of Node: clock, event loop, memory, and files as byte streams.

import { spawnSync } from 'node:child_process';
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ByteSource } from '../base/byte-source.js';
import type { Digest, Platform } from '../pipeline/job.js';
import { digesting } from './files/digest.js';
import { packageFile } from './files/package-file.js';
import { memoryShortage } from './memory.js';

const digests = new Map<string, Digest>();

export const nodePlatform: Platform = {
  // The same moment is the same number in every thread.
  now: () => performance.timeOrigin + performance.now(),
  memoryInUse: () => process.memoryUsage.rss(),
  memoryShortage,
  showsStacks: Boolean(process.env['HEDDLE_DEBUG']),
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
  openStream: (file, again) => {
    const source = isPlainFile(file) ? fileSource(file) : streamSource(bytesOf(file));
    return again && digests.has(file) ? source : digesting(source, (digest) => digests.set(file, digest));
  },
  digestOf: (file) => digests.get(file),
  packageBytes,
  smtSolver: askZ3,
  ...tracing(process.env['HEDDLE_DEBUG']),
};

/** `HEDDLE_DEBUG=atomicity,cover` (or `*`): what these engines yield, line by line on standard error. */
function tracing(asked: string | undefined): Pick<Platform, 'trace'> {
  if (!asked) return {};
  const topics = new Set(asked.split(',').map((topic) => topic.trim()));
  const isAsked = (topic: string) => topics.has('*') || topics.has(topic);
  const write = (topic: string, text: string) => process.stderr.write(`[${topic}] ${text}\n`);
  return { trace: (topic, text) => void (isAsked(topic) && write(topic, text)) };
}

/** Undefined where it is not installed, or gives up. */
function askZ3(script: string): 'sat' | 'unsat' | undefined {
  const { stdout } = spawnSync('z3', ['-in'], { input: script, encoding: 'utf8', timeout: 60_000 });
  const answer = (stdout ?? '').trim();
  return answer === 'sat' || answer === 'unsat' ? answer : undefined;
}

/** Beside the built code, or where the build takes it from. */
const developmentFolders: Readonly<Record<string, string>> = {
  'web-tree-sitter.wasm': 'node_modules/web-tree-sitter/',
  'tree-sitter-java.wasm': 'node_modules/tree-sitter-java/',
};

async function packageBytes(name: string): Promise<Uint8Array> {
  const built = packageFile(`dist/${name}`);
  return readFile(existsSync(built) ? built : packageFile(`${developmentFolders[name] ?? ''}${name}`));
}

function bytesOf(file: string): Readable {
  const raw = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 20 });
  if (!file.endsWith('.gz')) return raw;
  const unpacked = createGunzip({ chunkSize: 1 << 20 });
  raw.on('error', (error: Error) => unpacked.destroy(error));
  return raw.pipe(unpacked);
}

/** Neither packed nor a pipe. */
function isPlainFile(file: string): boolean {
  return file !== '-' && !file.endsWith('.gz') && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? false);
}

/** One buffer for all: its bytes are there at once, and nothing is left to collect. */
function fileSource(file: string): ByteSource {
  const buffer = new Uint8Array(1 << 16);
  let descriptor: number | undefined = openSync(file, 'r');
  const close = () => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  return {
    take() {
      const length = descriptor === undefined ? 0 : readSync(descriptor, buffer);
      if (length > 0) return buffer.subarray(0, length);
      close();
      return 'end';
    },
    ready: () => Promise.resolve(),
    close,
  };
}

/** Reads ahead as far as the stream buffers by itself. */
function streamSource(stream: Readable): ByteSource {
  let ended = false;
  let failure: Error | undefined;
  let wake = () => {};
  stream.on('readable', () => wake());
  stream.on('end', () => {
    ended = true;
    wake();
  });
  stream.on('error', (error: Error) => {
    failure = error;
    wake();
  });
  return {
    take() {
      const chunk: unknown = stream.read();
      if (chunk instanceof Uint8Array) return chunk;
      return ended ? 'end' : 'pending';
    },
    async ready() {
      if (!ended && !failure && stream.readableLength === 0) await new Promise<void>((resolve) => (wake = resolve));
      if (failure) throw failure;
    },
  };
}
