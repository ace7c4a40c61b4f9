// Builds dist/ from src/, and the command line once more as one file with the code that V8 makes of it, which starts three
// times as fast. A clean build each time: a file that was renamed must not survive in dist/.
// `--if-stale`: only when something in src/ is newer than the last build.

import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

function isStale() {
  const built = statSync(`${root}/dist/heddle.cjs`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' });
  return sources.some((path) => statSync(`${root}/src/${path}`).mtimeMs > built);
}

if (process.argv.includes('--if-stale') && !isStale()) process.exit(0);
rmSync(`${root}/dist`, { recursive: true, force: true });
const tsc = `${root}/node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
// Parsers travel with the package: users need no native build.
for (const path of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-java/tree-sitter-java.wasm'])
  copyFileSync(`${root}/node_modules/${path}`, `${root}/dist/${path.split('/')[1]}`);
await build({
  entryPoints: [`${root}/dist/cli/main.js`],
  outfile: `${root}/dist/heddle.cjs`,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Loaded only when they are needed.
  external: ['bullmq', 'ioredis', 'piscina', 'typescript', 'web-tree-sitter'],
  // Code that V8 kept has no way to import: what is loaded later is required.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  logLevel: 'warning',
});
for (const user of ['command', 'threads']) {
  const warmed = spawnSync(process.execPath, [`${root}/scripts/warm-up.js`, user], { cwd: root, stdio: 'inherit' });
  process.exitCode ||= warmed.status ?? 1;
}
