// Builds dist/heddle-check.mjs: `heddle certify` by itself, in one file without dependencies, for those who want to read, keep or
// audit what certifies. It has the readers and the checkers; engines, and whatever only they or the replayers need, stay
// out: the build fails if one gets in. `node dist/heddle-check.mjs report.json [model]`, exit codes as `heddle certify`.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

const entry = `
  import { certifyReport } from './src/cli/commands/certify.ts';
  import { CommandFailure } from './src/cli/failure.ts';
  import { printDiagnostic } from './src/base/diagnostic.ts';
  const options = process.argv.slice(2).filter((word) => word.startsWith('--'));
  const [report, model] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const known = ['--allow-uncertified', '--model-changed-ok'];
  if (report === undefined || !options.every((word) => known.includes(word))) {
    process.stderr.write('usage: heddle-check report.json [model] [' + known.join('] [') + ']\\n');
    process.exit(2);
  }
  try {
    process.exitCode = await certifyReport(report, {
      model,
      allowUncertified: options.includes(known[0]),
      modelChangedOk: options.includes(known[1]),
    });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    process.stderr.write(error.diagnostics.map(printDiagnostic).join('\\n') + '\\n');
    process.exitCode = 2;
  }
`;

/** Whatever asks for an engine or a replayer gets an empty module. */
const withoutEngines = {
  name: 'without-engines',
  setup({ onResolve, onLoad }) {
    const filter =
      /engines\/|-replayer\.js$|^commander$|^picocolors$|^piscina$|^typescript$|^web-tree-sitter$|script-reader/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

const { metafile } = await build({
  stdin: { contents: entry, resolveDir: root, loader: 'ts' },
  outfile: `${root}/dist/heddle-check.mjs`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  metafile: true,
  plugins: [withoutEngines],
  logLevel: 'warning',
});
// Readers of schemes and pushdown systems parse automata and weights with `logic/`.
const decides = /^src\/(engines|translate|logic\/(lock-history|access-patterns|effect-algebra|happens-before))\//;
const wrong = Object.keys(metafile.inputs).filter((path) => decides.test(path));
if (wrong.length > 0) {
  process.stderr.write(`the checker would contain what engines use:\n${wrong.join('\n')}\n`);
  process.exitCode = 1;
}
