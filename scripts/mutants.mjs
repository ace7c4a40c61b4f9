// Breaks one rule at a time and sees whether evidence still stands (docs/theory/evidence.md, "Broken on purpose").
//   node scripts/mutants.mjs            all mutants
//   node scripts/mutants.mjs cover      those of one kind, or with this in their name
//   node scripts/mutants.mjs 6 <seed>   six of them, drawn by the seed
// Engine mutants may answer wrongly, but no wrong `holds` may be accepted; of those that name their engine (`cover`, …) each
// must give a wrong answer or fail. Mutants of checkers (`kernel`, `searches`) must be killed: one accepts a false claim, or no
// longer a true one. Those of the front end for Java (`java`) must answer an example differently, those of the optimal search
// (`optimal`) miss something or follow another number of executions. Only what the chosen kinds are asked about is judged. The
// broken text is put in while bundling; nothing is copied. A mutant whose text is not found any more fails.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { compileKernel, kernelModule, kernelTargets } from './compile-kernel.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const mutants = JSON.parse(readFileSync(join(root, 'scripts/mutants.json'), 'utf8'));
const compiler = pathToFileURL(join(root, 'node_modules/typescript/lib/typescript.js')).href;
const workplace = mkdtempSync(join(tmpdir(), 'heddle-mutants-'));
const secondsPerMutant = 300;
/** Of evidence itself: the kernel of lock histories, and the re-searches of states and executions. */
const checkers = ['kernel', 'searches'];

/** Files are named by their last parts, so that moving a folder breaks nothing; those of the kernels by their path. */
async function bundle(mutant) {
  let applied = 0;
  const breakText = (text) => {
    if (text.split(mutant.find).length !== 2) return text;
    applied++;
    return text.replace(mutant.find, () => mutant.replace);
  };
  const kernel = mutant?.file.startsWith('kernels/') ? mutant.file.split('/')[1] : undefined;
  const edit = (text, file) => (file === mutant.file ? breakText(text) : text);
  const brokenKernel = kernel && kernelModule(kernel, await compileKernel(kernel, { edit, optimized: false }));
  const breakRule = {
    name: 'break-rule',
    setup({ onLoad, onResolve }) {
      // The compiler is large: it stays where it is.
      onResolve({ filter: /^typescript$/ }, () => ({ path: compiler, external: true }));
      if (!mutant) return;
      if (brokenKernel) {
        onLoad({ filter: /kernel-code\.ts$/ }, ({ path }) =>
          path.endsWith(kernelTargets[kernel]) ? { contents: brokenKernel, loader: 'ts' } : undefined,
        );
        return;
      }
      const filter = new RegExp(`[/\\\\]${mutant.file.replaceAll('.', '\\.').replaceAll('/', '[/\\\\]')}$`);
      onLoad({ filter }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const broken = breakText(text);
        return broken === text ? undefined : { contents: broken, loader: 'ts' };
      });
    },
  };
  const outfile = join(workplace, `${mutants.indexOf(mutant)}.mjs`);
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    plugins: [breakRule],
  });
  return { outfile, isApplied: applied === 1 };
}

const corpusFile = join(workplace, 'corpus.json');
const unbrokenFile = join(workplace, 'unbroken.json');

const entry = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { judgeModels } from './src/evidence/testing/engine-corpus.ts';
  import { areasOf, probeEngine, probeSearches } from './src/evidence/testing/engine-probe.ts';
  import { judgeCorpus, probeEngines, probeKernel } from './src/evidence/testing/mutant-probe.ts';
  import { probeAsync } from './src/engines/async/testing/mutant-probe.ts';
  import { probeOptimal, probeStateful } from './src/engines/explore/testing/mutant-probe.ts';
  import { probeJava } from './src/frontends/java/testing/mutant-probe.ts';
  const [task, rest, answerFile] = process.argv.slice(2);
  const parsed = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const probe = async (task, { programs, models }, expected) =>
    task === 'java' ? probeJava(${JSON.stringify(root)}) : task === 'async' ? probeAsync() : task === 'optimal' ? probeOptimal() : task === 'stateful' ? probeStateful() : task === 'kernel' ? probeKernel(programs, expected) : task === 'searches' ? probeSearches(models, expected) : task === 'engine' ? probeEngines(programs) : probeEngine(models, task);
  const unbroken = async (tasks) => {
    const needsPrograms = tasks.some((task) => task === 'kernel' || task === 'engine');
    const areas = tasks.flatMap((task) => areasOf[task] ?? []);
    const corpus = { programs: needsPrograms ? judgeCorpus() : [], models: judgeModels(areas) };
    writeFileSync(${JSON.stringify(corpusFile)}, JSON.stringify(corpus));
    const asked = tasks.filter((task) => task !== 'engine');
    const answers = {};
    for (const task of asked) answers[task] = await probe(task, corpus);
    return answers;
  };
  const broken = () => probe(task, parsed(${JSON.stringify(corpusFile)}), parsed(${JSON.stringify(unbrokenFile)})[task]?.accepted);
  writeFileSync(answerFile, JSON.stringify(await (task === 'unbroken' ? unbroken(rest.split(',')) : broken())));
`;

/** Undefined if it did not finish. */
async function run(outfile, task, rest = '') {
  const answerFile = task === 'unbroken' ? unbrokenFile : `${outfile}.json`;
  try {
    await promisify(execFile)(process.execPath, [outfile, task, rest, answerFile], { timeout: secondsPerMutant * 1000 });
  } catch {
    return undefined;
  }
  return JSON.parse(readFileSync(answerFile, 'utf8'));
}

/** What is wrong with a mutant; undefined if it is as it must be. */
async function verdictOn(mutant) {
  const { outfile, isApplied } = await bundle(mutant);
  if (!isApplied) return `its text does not occur exactly once in ${mutant.file}`;
  const answer = await run(outfile, mutant.kind);
  rmSync(outfile);
  if (!checkers.includes(mutant.kind) && mutant.kind !== 'java') {
    const { wrong = 0, accepted = 0, failed = 0 } = answer ?? {};
    const failures = failed > 0 ? `, ${failed} questions failed` : '';
    console.log(`${mutant.name}: ${answer ? `${wrong} wrong holds, ${accepted} accepted${failures}` : 'did not finish'}`);
    if (accepted > 0) return 'wrong answers were accepted';
    return answer && wrong + failed === 0 && mutant.kind !== 'engine' ? 'it changes no answer' : undefined;
  }
  const noticed = answer ? answer.noticed : 'did not finish';
  console.log(`${mutant.name}: ${noticed ?? 'accepts what the unbroken one accepts'}`);
  return noticed === undefined ? 'nobody noticed' : undefined;
}

/** Mulberry32, as in src/base/rng.ts. */
function draw(count, seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...mutants];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(Math.floor(next() * left.length), 1)[0]);
}

const [count, seed] = process.argv.slice(2);
const only = count && !/^\d+$/.test(count) ? mutants.filter(({ name, kind }) => name.includes(count) || kind === count) : undefined;
const chosen = only ?? (count === undefined ? mutants : draw(Number(count), Number(seed ?? 1)));
const kinds = [...new Set(chosen.map(({ kind }) => kind))];
const { outfile } = await bundle(undefined);
const unbroken = await run(outfile, 'unbroken', kinds.join());
if (!unbroken) throw new Error('the corpus could not be judged');
const corpus = JSON.parse(readFileSync(corpusFile, 'utf8'));
const claims = corpus.programs.flatMap((program) => program.claims);
console.log(
  `${corpus.programs.length} programs, ${claims.length} claims, ${claims.filter(({ isTrue }) => !isTrue).length} of them false; ${corpus.models.length} models, ${corpus.models.flatMap(({ falseClaims }) => falseClaims).length} false claims`,
);
const problems = [];
for (const [kind, answer] of Object.entries(unbroken)) {
  if (kind === 'java') {
    if (answer.noticed !== undefined) problems.push(`the unbroken front end for Java: ${answer.noticed}`);
    continue;
  }
  if (!checkers.includes(kind)) {
    if (answer.wrong + answer.failed > 0)
      problems.push(`the unbroken engine ${kind} is wrong or fails: ${JSON.stringify(answer)}`);
    continue;
  }
  console.log(`unbroken ${kind}: ${answer.accepted.length} true claims accepted, ${answer.wrong} false ones`);
  if (answer.wrong > 0) problems.push(`the unbroken ${kind} accepts a false claim`);
  if (answer.accepted.length === 0) problems.push(`the unbroken ${kind} accepts nothing`);
}
const left = [...chosen];
async function work() {
  for (let mutant = left.shift(); mutant; mutant = left.shift()) {
    const problem = await verdictOn(mutant);
    if (problem !== undefined) problems.push(`${mutant.name}: ${problem}`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
rmSync(workplace, { recursive: true });
for (const problem of problems) console.error(problem);
console.log(`${chosen.length} mutants, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
