// Runs the built command line as a user would. Needs `npm run build` first (`npm run check` does it).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
export const repository = fileURLToPath(new URL('..', import.meta.url));
const executable = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));
export function heddle(words, { cwd = repository, stdin = '', env = {} } = {}) {
  if (!existsSync(`${repository}/dist/cli/main.js`)) throw new Error('dist/ is missing: run `npm run build` first');
  const { status, stdout, stderr } = spawnSync(process.execPath, [executable, ...words], {
    cwd,
    input: stdin,
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  return { exit: status, stdout, stderr };
}
