// Keeps what V8 made of the command line while it checked a small model, for the next start (src/cli/start.ts).

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cacheFile, run, scriptOf } from '../dist/cli/start.js';

const model = fileURLToPath(new URL('../examples/explore/account/account.eml', import.meta.url));
const script = scriptOf();
process.stdout.write = (_text, ...rest) => {
  for (const done of rest) if (typeof done === 'function') done();
  return true;
};
await run(script).main(['check', model]);
writeFileSync(cacheFile, script.createCachedData());
// What the model says about itself is not the build's business.
process.exitCode = 0;
