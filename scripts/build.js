// Builds dist/ from src/, and makes `npx heddle` run this checkout. A clean build each time: a file that was renamed must
// not survive in dist/.

import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(`${root}/dist`, { recursive: true, force: true });
const tsc = `${root}/node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status === 0) linkOwnCommand(`${root}/node_modules/.bin`);
process.exit(status ?? 1);

/** npm links the commands of dependencies only; without this, npx would ask the registry for a package named heddle. */
function linkOwnCommand(folder) {
  if (!existsSync(folder)) return;
  if (process.platform === 'win32') {
    writeFileSync(`${folder}/heddle.cmd`, '@node "%~dp0\\..\\..\\bin\\heddle.js" %*\r\n');
    return;
  }
  rmSync(`${folder}/heddle`, { force: true });
  symlinkSync('../../bin/heddle.js', `${folder}/heddle`);
}
