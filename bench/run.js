// `npm run bench` lists the benchmarks, `npm run bench -- startup races` runs some of them, `-- all` every one;
// `-- --baseline` and `-- --compare` are those of baseline.js.
// Each prints its own table; figures worth keeping go to docs/benchmarks/ with the command.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const known = readdirSync(folder)
  .filter(
    (name) => name.endsWith('.js') && !['run.js', 'plot.js'].includes(name) && !/-(models|generator)\.js$/.test(name),
  )
  .map((name) => name.slice(0, -3));
const words = process.argv.slice(2);
const flags = words.filter((word) => word === '--baseline' || word === '--compare');
const named = words.filter((word) => !flags.includes(word));
const chosen = flags.length > 0 ? ['baseline'] : named[0] === 'all' ? known : named;

if (chosen.length === 0) console.log(`npm run bench -- all, or some of: ${known.join(' ')}`);
for (const name of chosen) {
  if (!known.includes(name)) {
    console.error(`no benchmark ${name}; there are ${known.join(' ')}`);
    process.exit(2);
  }
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', `${folder}${name}.js`, ...flags], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
