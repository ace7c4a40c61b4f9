// `npm run check`: build what is stale, then the tests, and beside them lint, types and dead code, one after the other. The
// tests wait for processes now and then, so on two cores this takes about as long as the tests alone. All of it runs even
// if a part fails; what the tests print is shown as it comes, the rest when it is done.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));

/** Resolves to whether it succeeded. */
function npm(script, stdio, ...rest) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, ...rest], {
      cwd,
      stdio,
      shell: process.platform === 'win32',
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += data));
    child.on('error', () => resolve(false));
    child.on('close', (status) => {
      if (stdio === 'pipe')
        process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'}: npm run ${script}\n${status === 0 ? '' : text}`);
      resolve(status === 0);
    });
  });
}

async function statics() {
  const done = [];
  for (const script of ['lint', 'typecheck', 'dead-code']) done.push(await npm(script, 'pipe'));
  return done.every(Boolean);
}

const isBuilt = await npm('build', 'inherit', '--', '--if-stale');
const passed = isBuilt ? await Promise.all([npm('test', 'inherit'), statics()]) : [false];
process.exitCode = passed.every(Boolean) ? 0 : 1;
