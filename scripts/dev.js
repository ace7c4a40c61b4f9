// `npm run dev`: watches src/; on a change builds dist/ again and runs the tests that the change can reach.

import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
let building = false;
let again = false;

function build() {
  again = building;
  if (building) return;
  building = true;
  const child = spawn(process.execPath, [`${root}scripts/build.js`], { stdio: 'inherit' });
  child.on('exit', (code) => {
    building = false;
    console.log(code === 0 ? 'built dist/' : 'the build failed');
    if (again) build();
  });
}

let timer;
watch(`${root}src`, { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(build, 300);
});
build();
spawn(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, 'watch', '--changed'], {
  cwd: root,
  stdio: 'inherit',
}).on('exit', (code) => process.exit(code ?? 0));
