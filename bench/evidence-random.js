// How many `holds` about random programs are certified at the default budget, one query per finding; those that are not are
// listed with their reason. Every fifth program without threads is cooperative, every tenth has threads.
// `node bench/evidence-random.js [first seed] [how many]`: counts of ranges of seeds add up to those of all.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const workPerProgram = 8_000_000;

/** The generators are not part of the build: bundled from their source. */
async function load() {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'));
  const outfile = join(folder, 'evidence.mjs');
  const contents = `
    export { Rng } from './src/base/rng.ts';
    export { randomEml } from './src/engines/atomicity/testing/random-eml.ts';
    export { randomThreads } from './src/engines/atomicity/testing/random-threads.ts';
    export { programOf } from './src/frontends/eml/testing/program-of.ts';
    export { atomicityEngine } from './src/engines/atomicity/engine.ts';
    export { lockHistoriesCertifier } from './src/evidence/atomicity/lock-histories.ts';
  `;
  const stdin = { contents, resolveDir: root, loader: 'ts' };
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  const loaded = await import(outfile);
  rmSync(folder, { recursive: true });
  return loaded;
}

const { Rng, randomEml, randomThreads, programOf, atomicityEngine, lockHistoriesCertifier } = await load();

function textOf(seed) {
  const rng = new Rng(seed);
  if (seed % 10 === 0) return randomThreads(rng, { cooperative: false, loops: false, spawnInLocks: seed % 20 === 0 });
  const shape = { processes: 2, locks: rng.between(1, 3), variables: rng.between(1, 2), cooperative: seed % 5 === 1 };
  return randomEml(rng, shape);
}

function holdsOf(model) {
  const options = { patterns: [{ text: 'complete' }], all: [{ text: 'true' }] };
  const context = { seed: 0, reserve() {}, nextQuestion() {} };
  const events = [...atomicityEngine.run({ file: 'random.eml', model, options }, context)];
  return events.flatMap((event) =>
    event.kind === 'finding' && event.finding.verdict.kind === 'holds' ? [event.finding] : [],
  );
}

function timed(task) {
  const started = process.cpuUsage();
  return { value: task(), seconds: process.cpuUsage(started).user / 1e6 };
}

const [first = 1, count = 1000] = process.argv.slice(2).map(Number);
const total = { programs: 0, holds: 0, certified: 0, engine: 0, kernel: 0 };
for (let seed = first; seed < first + count; seed++) {
  const model = programOf(textOf(seed));
  const holds = timed(() => holdsOf(model));
  const work = { left: workPerProgram };
  const certified = timed(() => {
    let accepted = 0;
    for (const { property, verdict } of holds.value) {
      const { scope, certificate } = verdict;
      const outcome = lockHistoriesCertifier.certify(model, property, scope, certificate, work);
      if (outcome.kind === 'accepted') accepted++;
      else console.log(`seed ${seed}: ${JSON.stringify(property)}: ${outcome.kind}: ${outcome.because}`);
    }
    return accepted;
  });
  total.programs++;
  total.holds += holds.value.length;
  total.certified += certified.value;
  total.engine += holds.seconds;
  total.kernel += certified.seconds;
}
const { programs, holds, certified, engine, kernel } = total;
console.log(`seeds ${first} to ${first + count - 1}: ${programs} programs, ${holds} holds, ${certified} certified`);
console.log(`engine ${engine.toFixed(1)} s, kernel ${kernel.toFixed(1)} s`);
