// The second half of the oracle: is there a path in the graph of global states that shows a pattern? The monitor guesses
// which accesses are the pattern's; once a process has made its first of several, it must not leave its unit.

import type { AccessPattern } from '../../../logic/access-patterns/pattern.js';
import type { GlobalStep } from './interleaving-graph.js';

export function patternReachable(
  graph: readonly (readonly GlobalStep[])[],
  pattern: AccessPattern,
  /** Which process plays u. */
  u: 0 | 1,
  variables: readonly number[],
): boolean {
  const events = pattern.events.map(({ role, kind, variable }) => ({
    process: role === 'u' ? u : ((1 - u) as 0 | 1),
    access: kind,
    variable: variables[variable]!,
  }));
  const positions = [0, 1].map((process) => events.flatMap((event, i) => (event.process === process ? [i] : [])));
  const width = events.length + 1;
  const seen = new Uint8Array(graph.length * width);
  const open = [0];
  seen[0] = 1;
  const visit = (state: number, matched: number) => {
    const key = state * width + matched;
    if (seen[key]) return;
    seen[key] = 1;
    open.push(key);
  };
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const matched = key % width;
    if (matched === events.length) return true;
    for (const { process, observation, to } of graph[Math.floor(key / width)]!) {
      const own = positions[process]!;
      const begun = own[0]! < matched;
      const unfinished = own[own.length - 1]! >= matched;
      if (observation.kind === 'end-unit' && begun && unfinished) continue;
      visit(to, matched);
      const event = events[matched]!;
      if (observation.kind !== 'access' || event.process !== process || event.access !== observation.access) continue;
      if (event.variable !== observation.variable || (own.length > 1 && !observation.inUnit)) continue;
      visit(to, matched + 1);
    }
  }
  return false;
}
