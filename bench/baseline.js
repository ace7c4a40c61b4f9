// What got slower? A small workload per engine, timed as a ratio to a calibration loop in the same process, so that a
// busy or another machine changes little. `npm run bench -- --baseline` writes bench/baseline.json, `--compare` shows the
// change against it (the fastest of several rounds counts; below 10 % is noise).

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { inProcessPool, planJobs } = await import('../dist/pipeline/index.js');
const { nodePlatform } = await import('../dist/cli/platform.js');

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}bench/baseline.json`;
const rounds = 5;

const workloads = [
  ['atomicity', 'atomicity', 'examples/atomicity/transfer/transfer.eml', 'eml'],
  ['atomicity, threads', 'atomicity', 'examples/atomicity/parent-and-workers/joined.eml', 'eml'],
  ['explore', 'explore', 'examples/explore/dining-philosophers/dining-philosophers.eml', 'eml'],
  ['explore, large', 'explore', 'examples/explore/b-link-tree/b-link-tree.eml', 'eml'],
  ['cover', 'cover', 'examples/cover/lazy-initialization/broken.eml', 'eml'],
  ['pairwise', 'pairwise', 'examples/pairwise/printer/printer.eml', 'eml'],
].filter(([, , path]) => existsSync(`${root}${path}`));

function cpu(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Integer arithmetic, map look-ups and small objects: what the engines do all day. */
function calibrate() {
  const table = new Map();
  let state = 1;
  for (let i = 0; i < 400_000; i++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const key = state % 5000;
    const known = table.get(key);
    if (known) known.count += state & 7;
    else table.set(key, { count: 1 });
  }
  return table.size;
}

async function ask([, engine, path, reader]) {
  const text = readFileSync(`${root}${path}`, 'utf8');
  const input = { file: path, reader, content: { kind: 'text', text, companions: {} } };
  const jobs = planJobs({ engines: { kind: 'named', id: engine }, inputs: [input], options: {}, limits: {}, seed: 1 });
  const before = process.cpuUsage();
  for await (const _ of inProcessPool(nodePlatform).run(jobs, () => {}));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const best = (times) => Math.min(...times);
const ratios = {};
for (const workload of workloads) {
  const times = [];
  const units = [];
  for (let round = 0; round < rounds; round++) {
    units.push(cpu(calibrate));
    times.push(await ask(workload));
  }
  ratios[workload[0]] = Number((best(times) / best(units)).toFixed(3));
}

if (process.argv.includes('--baseline')) {
  writeFileSync(file, `${JSON.stringify(ratios, null, 2)}\n`);
  console.log(`wrote ${Object.keys(ratios).length} ratios to bench/baseline.json`);
} else {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  console.log('workload              ratio   baseline   change');
  for (const [name, ratio] of Object.entries(ratios)) {
    const before = known[name];
    const change =
      before === undefined ? 'new' : `${ratio > before ? '+' : ''}${Math.round((ratio / before - 1) * 100)} %`;
    console.log(`${name.padEnd(20)} ${ratio.toFixed(3).padStart(7)} ${String(before ?? '-').padStart(10)}   ${change}`);
  }
}
