// biome-ignore-all lint/suspicious/noConsole: an example prints its answer
// Is `stopped` reachable, and how? Which stacks can there be on the way?

import { readFileSync } from 'node:fs';
import * as pushdown from 'heddle/pushdown';
import { reachability } from 'heddle/semiring';

const text = readFileSync(new URL('recursion.pds', import.meta.url), 'utf8');
const { system, initial, automata } = pushdown.readPushdownText('recursion.pds', text);
const weighted = pushdown.unweighted(system, reachability);

const before = pushdown.preStar(weighted, automata[0].automaton);
console.log(`stopped is reachable: ${before.accepts(initial)}`);

const start = pushdown.singleton(system, reachability, initial);
const after = pushdown.saturateWithWitnesses('post', weighted, start);
for (const words of ['run: walk mark mark done', 'back: mark done', 'run: mark done', 'stopped: done']) {
  const [state, stack] = words.split(': ');
  const configuration = pushdown.configurationOf(system, state, stack.split(' '));
  const run = pushdown.witnessRun(after, configuration);
  const labels = run?.map((rule) => system.rules.label(rule) || 'call').join(', ');
  console.log(
    `${pushdown.printConfiguration(system, configuration)} ${labels ? `after ${labels}` : 'is not reachable'}`,
  );
}
