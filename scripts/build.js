// Builds dist/ from src/. A clean build each time: a file that was renamed must not survive in dist/.
// `--if-stale`: only when something in src/ is newer than the last build.

import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function isStale() {
  const built = statSync(`${root}/dist/cli/main.js`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' });
  return sources.some((path) => statSync(`${root}/src/${path}`).mtimeMs > built);
}

if (process.argv.includes('--if-stale') && !isStale()) process.exit(0);
rmSync(`${root}/dist`, { recursive: true, force: true });
const tsc = `${root}/node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
