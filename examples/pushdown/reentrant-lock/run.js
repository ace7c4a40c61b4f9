// biome-ignore-all lint/suspicious/noConsole: an example prints its answer
// The words of lock operations and accesses, exactly and cut at shorter lengths.

import { readFileSync } from 'node:fs';
import * as pushdown from 'heddle/pushdown';

const text = readFileSync(new URL('reentrant-lock.pds', import.meta.url), 'utf8');
const model = pushdown.readPushdownText('reentrant-lock.pds', text);
const { system, initial } = model;
const finished = pushdown.configurationOf(system, 'p', ['finished']);

for (const bound of [11, model.weights.bound, 4]) {
  const weighted = pushdown.wordsSystem(model, bound);
  const automaton = pushdown.postStar(weighted, pushdown.singleton(system, weighted.semiring, initial));
  console.log(`words up to ${bound}: ${weighted.semiring.print(automaton.weightOf(finished))}`);
}
