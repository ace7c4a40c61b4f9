// Starts the command line, and each of its worker threads, from one file, dist/heddle.cjs, with the code that V8 made of it when
// it was built (scripts/build.js): compiling it anew would take longer than a small check. Code of another V8, or of one
// with other flags, is refused by V8 itself; then the file is loaded like any other, with Node's own cache where there is one.

import { existsSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import type { WorkerTask } from './threads/worker.js';
import { optimiseLater } from './v8-flags.js';

interface Bundle {
  main(words: readonly string[]): Promise<void>;
  /** What a worker thread does with its tasks. */
  answerTask(task: WorkerTask): Promise<void>;
}

const folder = new URL('../', import.meta.url);
const file = fileURLToPath(new URL('heddle.cjs', folder));

/** Threads have flags of their own, so they need code of their own. */
export const cacheFiles = {
  command: fileURLToPath(new URL('heddle.cache', folder)),
  threads: fileURLToPath(new URL('heddle-threads.cache', folder)),
} as const;

export async function start(words: readonly string[]): Promise<void> {
  optimiseLater();
  await bundle(cacheFiles.command).main(words);
}

export function bundle(cacheFile: string): Bundle {
  const cachedData = existsSync(cacheFile) ? readFileSync(cacheFile) : undefined;
  const script = cachedData && scriptOf(cachedData);
  return script && !script.cachedDataRejected ? run(script) : required();
}

export function scriptOf(cachedData?: Buffer): Script {
  const source = `(function (module, exports, require, __filename) {${readFileSync(file, 'utf8')}\n})`;
  return new Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
}

export function run(script: Script): Bundle {
  const loaded = { exports: {} };
  script.runInThisContext()(loaded, loaded.exports, createRequire(file), file);
  return loaded.exports as Bundle;
}

function required(): Bundle {
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();
  return createRequire(file)(file);
}
