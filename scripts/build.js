// Builds dist/ from src/, and the command line once more as one file, which starts twice as fast. A clean build each time: a file that was renamed must not survive in dist/.
// `--if-stale`: only when something in src/ is newer than the last build.

import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

function isStale() {
  const built = statSync(`${root}/dist/heddle.js`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' });
  return sources.some((path) => statSync(`${root}/src/${path}`).mtimeMs > built);
}

if (process.argv.includes('--if-stale') && !isStale()) process.exit(0);
rmSync(`${root}/dist`, { recursive: true, force: true });
const tsc = `${root}/node_modules/typescript/bin/tsc`;
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) if (status !== 0) process.exit(status ?? 1);
// Parsers travel with the package: users need no native build.
for (const path of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-java/tree-sitter-java.wasm'])
  copyFileSync(`${root}/node_modules/${path}`, `${root}/dist/${path.split('/')[1]}`);
await build({
  entryPoints: [`${root}/dist/cli/main.js`],
  outfile: `${root}/dist/heddle.js`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  // Loaded only when they are needed.
  external: ['piscina', 'typescript', 'web-tree-sitter'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'warning',
});
