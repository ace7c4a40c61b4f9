// Breaks one rule at a time and sees whether evidence still stands (docs/theory/evidence.md, "Broken on purpose").
//   node scripts/mutants.mjs            all mutants
//   node scripts/mutants.mjs cover      those of one kind, or with this in their name
//   node scripts/mutants.mjs 6 <seed>   six of them, drawn by the seed
// Engine mutants may answer wrongly, but no wrong `holds` may be accepted; of those that name their engine (`cover`, …) each
// must give a wrong answer or fail. Mutants of checkers (`kernel`, `searches`) must be killed: one accepts a false claim, or no longer a true one. The
// broken text is put in while bundling; nothing is copied. A mutant whose text is not found any more fails.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const mutants = JSON.parse(readFileSync(join(root, 'scripts/mutants.json'), 'utf8'));
const workplace = mkdtempSync(join(tmpdir(), 'heddle-mutants-'));
const secondsPerMutant = 300;
/** Of evidence itself: the kernel of lock histories, and the re-searches of states and executions. */
const checkers = ['kernel', 'searches'];

/** Files are named by their last parts, so that moving a folder breaks nothing. */
async function bundle(mutant) {
  let applied = 0;
  const breakRule = {
    name: 'break-rule',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!mutant || !path.replaceAll('\\', '/').endsWith(`/${mutant.file}`)) return undefined;
        const text = readFileSync(path, 'utf8');
        if (text.split(mutant.find).length !== 2) return undefined;
        applied++;
        return { contents: text.replace(mutant.find, () => mutant.replace), loader: 'ts' };
      });
    },
  };
  const outfile = join(workplace, `${basename(mutant?.name ?? 'unbroken').replaceAll(/\W+/g, '-')}.mjs`);
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

const entry = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { judgeModels } from './src/evidence/testing/engine-corpus.ts';
  import { probeEngine, probeSearches } from './src/evidence/testing/engine-probe.ts';
  import { judgeCorpus, probeEngines, probeKernel } from './src/evidence/testing/mutant-probe.ts';
  const [task, corpusFile, answerFile] = process.argv.slice(2);
  const probe = ({ programs, models }) =>
    task === 'kernel' ? probeKernel(programs) : task === 'searches' ? probeSearches(models) : task === 'engine' ? probeEngines(programs) : probeEngine(models, task);
  const answer =
    task === 'judge' ? { programs: judgeCorpus(), models: judgeModels() } : probe(JSON.parse(readFileSync(corpusFile, 'utf8')));
  writeFileSync(answerFile, JSON.stringify(answer));
`;

const corpusFile = join(workplace, 'corpus.json');

/** Undefined if it did not finish. */
function run(outfile, task) {
  const answerFile = task === 'judge' ? corpusFile : join(workplace, 'answer.json');
  try {
    execFileSync(process.execPath, [outfile, task, corpusFile, answerFile], { timeout: secondsPerMutant * 1000, stdio: 'pipe' });
  } catch {
    return undefined;
  }
  return JSON.parse(readFileSync(answerFile, 'utf8'));
}

/** What is wrong with a mutant; undefined if it is as it must be. */
async function verdictOn(mutant, unbroken) {
  const { outfile, isApplied } = await bundle(mutant);
  if (!isApplied) return `its text does not occur exactly once in ${mutant.file}`;
  const answer = run(outfile, mutant.kind);
  if (!checkers.includes(mutant.kind)) {
    const { wrong = 0, accepted = 0, failed = 0 } = answer ?? {};
    const failures = failed > 0 ? `, ${failed} questions failed` : '';
    console.log(`${mutant.name}: ${answer ? `${wrong} wrong holds, ${accepted} accepted${failures}` : 'did not finish'}`);
    if (accepted > 0) return 'wrong answers were accepted';
    return answer && wrong + failed === 0 && mutant.kind !== 'engine' ? 'it changes no answer' : undefined;
  }
  const expected = unbroken[mutant.kind].accepted;
  const lost = answer ? expected.filter((claim) => !answer.accepted.includes(claim)).length : expected.length;
  console.log(`${mutant.name}: ${answer?.wrong ?? 0} false claims accepted, ${lost} true ones lost`);
  return (answer?.wrong ?? 0) + lost > 0 ? undefined : 'nobody noticed';
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
const engines = [...new Set(chosen.map(({ kind }) => kind))].filter((kind) => !checkers.includes(kind) && kind !== 'engine');
const { outfile } = await bundle(undefined);
const corpus = run(outfile, 'judge');
if (!corpus) throw new Error('the corpus could not be judged');
const claims = corpus.programs.flatMap((program) => program.claims);
const unbroken = Object.fromEntries(checkers.map((checker) => [checker, run(outfile, checker)]));
const others = engines.map((engine) => run(outfile, engine));
console.log(
  `${corpus.programs.length} programs, ${claims.length} claims, ${claims.filter(({ isTrue }) => !isTrue).length} of them false; ${corpus.models.length} models, ${corpus.models.flatMap(({ falseClaims }) => falseClaims).length} false claims`,
);
const problems = [];
for (const [checker, { accepted, wrong }] of Object.entries(unbroken)) {
  console.log(`unbroken ${checker}: ${accepted.length} true claims accepted, ${wrong} false ones`);
  if (wrong > 0) problems.push(`the unbroken ${checker} accepts a false claim`);
}
for (const [i, answer] of others.entries())
  if (!answer || answer.wrong + answer.failed > 0)
    problems.push(`the unbroken engine ${engines[i]} is wrong or fails: ${JSON.stringify(answer)}`);
for (const mutant of chosen) {
  const problem = await verdictOn(mutant, unbroken);
  if (problem !== undefined) problems.push(`${mutant.name}: ${problem}`);
}
rmSync(workplace, { recursive: true });
for (const problem of problems) console.error(problem);
console.log(`${chosen.length} mutants, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
