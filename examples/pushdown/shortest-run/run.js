// biome-ignore-all lint/suspicious/noConsole: an example prints its answer
// How long does work take at least, and by which steps?

import { readFileSync } from 'node:fs';
import * as pushdown from 'heddle/pushdown';

const text = readFileSync(new URL('shortest-run.pds', import.meta.url), 'utf8');
const model = pushdown.readPushdownText('shortest-run.pds', text);
const { system, initial } = model;
const weighted = pushdown.shortestPathSystem(model);
const query = pushdown.singleton(system, weighted.semiring, initial);

const automaton = pushdown.saturateWithWitnesses('post', weighted, query);
for (const state of ['p', 'cached']) {
  const end = pushdown.configurationOf(system, state, ['end']);
  const { weight } = automaton.weightOf(end);
  const run = pushdown.witnessRun(automaton, end);
  console.log(
    `${pushdown.printConfiguration(system, end)} after ${weight}, rules ${run.map((rule) => rule + 1).join(' ')}`,
  );
  console.log(`  replayed: ${pushdown.valuation(weighted, run)}`);
}

console.log('the first changes of saturation:');
let left = 4;
for (const event of pushdown.saturationEvents('post', weighted, query)) {
  if (left-- === 0) break;
  console.log(`  ${pushdown.printEvent(system, weighted.semiring.print, event)}`);
}
