// The words of runs by counting: every scope has a counter, and only moves between 0 and 1 write a bracket.

import type { ScopeSymbols } from '../../../../logic/nested-words/scope-template.js';
import type { WeightedSystem } from '../../../../model/pushdown/weighted-system.js';

export const openLetters = '([{';
export const closeLetters = ')]}';

export function wordByCounting(
  { system, weights }: WeightedSystem<readonly string[]>,
  scopes: readonly ScopeSymbols[],
  run: readonly number[],
): string {
  const counts = scopes.map(() => 0);
  const openCalls: number[][] = [];
  let word = '';
  for (const number of run) {
    const { push } = system.rules.get(number);
    word += weights[number]![0] ?? '';
    if (push.length === 2) {
      const opened = [...scopes.keys()].filter((scope) => scopes[scope]!.entries.has(push[0]!));
      for (const scope of opened) if (counts[scope]!++ === 0) word += openLetters[scope];
      openCalls.push(opened);
    } else if (push.length === 0) {
      for (const scope of (openCalls.pop() ?? []).reverse()) if (--counts[scope]! === 0) word += closeLetters[scope];
    }
  }
  return word;
}
