// Starts the command line from its one file, dist/heddle.cjs, with the code that V8 made of it when it was built
// (scripts/build.js): compiling it anew would take longer than a small check. Code of another V8 is refused by V8 itself; then
// the file is loaded like any other, with Node's own cache where there is one.

import { existsSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

interface Bundle {
  main(words: readonly string[]): Promise<void>;
}

const folder = new URL('../', import.meta.url);
const file = fileURLToPath(new URL('heddle.cjs', folder));
export const cacheFile = fileURLToPath(new URL('heddle.cache', folder));

/** Bytes of bytecode that a function runs through between two looks at it by V8, whose own number is 67,584. */
const interruptBudget = 600_000;

export async function start(words: readonly string[]): Promise<void> {
  const cachedData = existsSync(cacheFile) ? readFileSync(cacheFile) : undefined;
  const script = cachedData && scriptOf(cachedData);
  const bundle = script && !script.cachedDataRejected ? run(script) : required();
  optimiseLater();
  await bundle.main(words);
}

/**
 * A check of some hundred milliseconds otherwise spends more processor time on optimising than on deciding; what runs for
 * seconds is optimised all the same. Only once the kept code has been taken: V8 refuses code of other flags.
 */
export function optimiseLater(): void {
  setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
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
