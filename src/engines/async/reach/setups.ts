// What to run before: code behind a condition on what another entry leaves (an entry of a map, a status) is only come to
// after that entry. Entries are put in front, one after the other, as long as they bring a call to something new.

import type { EntryPoint } from '../../../model/script/scenario/entries.js';
import type { Script } from '../../../model/script/script.js';
import type { Explorer } from '../explorer.js';
import { isFunctionNode, missingIn } from './unreached.js';

const longest = 3;
const mostTried = 12;

/** For each entry that does not come to all of its code: the calls after which it comes to more. */
export function setupsOf(explorer: Explorer, entries: readonly EntryPoint[]): Map<EntryPoint, EntryPoint[]> {
  const found = new Map<EntryPoint, EntryPoint[]>();
  for (const entry of entries) {
    const setup = setupOf(explorer, entry, entries);
    if (setup.length > 0) found.set(entry, setup);
  }
  return found;
}

function setupOf(explorer: Explorer, entry: EntryPoint, entries: readonly EntryPoint[]): EntryPoint[] {
  const before: EntryPoint[] = [];
  const reached = new Set(explorer.reach(entry, before));
  while (before.length < longest && isMissing(explorer.script, reached)) {
    const best = bestOf(explorer, entry, before, entries, reached);
    if (!best) break;
    before.push(best.first);
    for (const node of best.reached) reached.add(node);
  }
  return before;
}

interface Tried {
  readonly first: EntryPoint;
  readonly reached: ReadonlySet<object>;
  readonly gain: number;
}

/** The entry after which most is come to that was not before; of those that bring equally much, the first. */
function bestOf(
  explorer: Explorer,
  entry: EntryPoint,
  before: readonly EntryPoint[],
  entries: readonly EntryPoint[],
  known: ReadonlySet<object>,
): Tried | undefined {
  let best: Tried | undefined;
  for (const first of entries.filter((other) => other !== entry || !entry.once).slice(0, mostTried)) {
    const reached = explorer.reach(entry, [...before, ...first.after.filter((each) => !before.includes(each)), first]);
    const gain = [...reached].filter((node) => !known.has(node)).length;
    if (gain > (best?.gain ?? 0)) best = { first, reached, gain };
  }
  return best;
}

function isMissing(script: Script, reached: ReadonlySet<object>): boolean {
  return [...reached].some((node) => isFunctionNode(node) && missingIn(script, node, reached).length > 0);
}
