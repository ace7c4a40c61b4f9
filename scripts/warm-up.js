// Keeps what V8 made of the command line while it checked a small model, for the next start (src/cli/start.ts). V8 refuses code of
// other flags: with `threads` it is kept with those of worker threads.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cacheFiles, run, scriptOf } from '../dist/cli/start.js';
import { collectAlone, optimiseLater } from '../dist/cli/v8-flags.js';

const model = fileURLToPath(new URL('../examples/explore/account/account.eml', import.meta.url));
const isForThreads = process.argv[2] === 'threads';
optimiseLater();
if (isForThreads) collectAlone();
const script = scriptOf();
process.stdout.write = (_text, ...rest) => {
  for (const done of rest) if (typeof done === 'function') done();
  return true;
};
await run(script).main(['check', model]);
writeFileSync(isForThreads ? cacheFiles.threads : cacheFiles.command, script.createCachedData());
// What the model says about itself is not the build's business.
process.exitCode = 0;
