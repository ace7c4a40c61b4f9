// What the outside can tell about an execution when it is over: what was asked of it and how often. Not told apart: numbers
// of things and of answers, what only reads or stores the same again (Operation `counts`), and everything in memory, which
// is the business of the rules about single locations.

import type { Run } from '../machine/run.js';
import type { TraceEvent } from '../machine/trace.js';

export type Effect = Extract<TraceEvent, { kind: 'effect' }>;

/** How often each thing was asked. */
function effectsOf({ events, start }: Run): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of events.slice(start))
    if (event.kind === 'effect' && event.counts && event.unit.id !== 0) {
      const term = withoutNumbers(event.term);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  return counts;
}

/** Is the effect there more often than in any of the others? */
export function isBeyond(effect: Effect, run: Run, others: readonly Run[]): boolean {
  const term = withoutNumbers(effect.term);
  const count = effectsOf(run).get(term) ?? 0;
  return others.every((other) => (effectsOf(other).get(term) ?? 0) < count);
}

export function withoutNumbers(term: string): string {
  return term.replace(/[#@]\d+/g, '');
}
