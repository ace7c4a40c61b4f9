// One provider: its entries alone (what they touch), then pairs that share a location, then three at a time.

import type { Discovered } from '../../model/script/scenario/discover.js';
import type { Script } from '../../model/script/script.js';
import { Explorer, limitReached } from './explorer.js';
import type { Explored, ExploreOptions } from './found.js';
import { setupsOf } from './reach/setups.js';
import { waysOf } from './reach/ways.js';
import { fillersOf, isNotFilled, nothingTouched, pairsOf, triplesOf } from './touched.js';

export function* exploreProvider(
  script: Script,
  { provider, entries, gaps }: Discovered,
  options: ExploreOptions,
): Generator<number, Explored, boolean | undefined> {
  const explorer = new Explorer(script, provider, options);
  explorer.note(gaps);
  const { touched } = explorer;
  for (const entry of entries) touched.set(entry, nothingTouched());
  for (const entry of entries) explorer.alone(entry, entry.after, undefined);
  for (const entry of entries)
    explorer.alone(entry, [...new Set([...entry.after, ...fillersOf(touched)])], isNotFilled(touched));
  yield explorer.runs;
  // Cheap and telling, so before what may take all that is left.
  for (const entry of entries) explorer.failing(entry);
  yield explorer.runs;
  const setups = setupsOf(explorer, entries);
  yield explorer.runs;
  const ways = explorer.beside(() => waysOf(explorer, entries));
  yield explorer.runs;
  explorer.judgeFailures(new Set([...touched.values()].flatMap((each) => [...each.guards])));
  const pairs = pairsOf(entries, touched);
  let stopped = false;
  for (const set of [...entries.filter((entry) => touched.get(entry)!.children).map((entry) => [entry]), ...pairs]) {
    if (stopped) explorer.leave(set, limitReached);
    else explorer.together(set, setups, ways);
    if (yield explorer.runs) stopped = true;
  }
  if (options.instances === 3)
    for (const set of triplesOf(pairs)) {
      if (stopped || explorer.isExhausted) {
        explorer.leave(set, limitReached);
        break;
      }
      if (explorer.hasBroken(set)) continue;
      explorer.together(set, setups, ways);
      if (yield explorer.runs) stopped = true;
    }
  yield* explorer.complete(stopped);
  return explorer.result(entries, pairs);
}
