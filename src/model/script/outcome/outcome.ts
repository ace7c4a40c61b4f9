// What the outside can tell about an execution when it is over: what was asked of it and how often, and what its stores
// hold. Not told apart: numbers of things and of answers, the order of list elements, what only reads or stores the same
// again (Operation `counts`), and everything in memory, which is the business of the rules about single locations.

import type { Run } from '../machine/run.js';
import type { TraceEvent } from '../machine/trace.js';
import { type Raw, Thing, termOf, Unknown } from '../machine/value.js';

export type Effect = Extract<TraceEvent, { kind: 'effect' }>;

/** How often each thing was asked. */
export function effectsOf({ events, start }: Run): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of events.slice(start))
    if (event.kind === 'effect' && event.counts && event.unit.id !== 0) {
      const term = withoutNumbers(event.term);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  return counts;
}

/** What a location outside holds in the end; undefined if nobody has written it. */
export function storedAt({ machine }: Run, cell: string): string | undefined {
  const value = machine.world.get(cell);
  return value && contentOf(value.raw, 0);
}

/** Is the effect there more often than in any of the others? */
export function isBeyond(effect: Effect, run: Run, others: readonly Run[]): boolean {
  const term = withoutNumbers(effect.term);
  const count = effectsOf(run).get(term) ?? 0;
  return others.every((other) => (effectsOf(other).get(term) ?? 0) < count);
}

/** Does the location hold what it holds after none of the others? */
export function isElsewhere(cell: string, run: Run, others: readonly Run[]): boolean {
  const stored = storedAt(run, cell);
  return others.every((other) => storedAt(other, cell) !== stored);
}

export function withoutNumbers(term: string): string {
  return term.replace(/[#@]\d+/g, '');
}

function contentOf(raw: Raw, depth: number): string {
  if (raw instanceof Unknown && raw.traits.json) return contentOf(raw.traits.json.raw, depth + 1);
  if (!(raw instanceof Thing) || raw.lazy || depth > 4) return withoutNumbers(termOf(raw));
  if (raw.kind === 'array')
    return `[${raw.items
      .map((item) => contentOf(item.raw, depth + 1))
      .sort()
      .join()}]`;
  if (raw.kind !== 'object') return raw.kind;
  const parts = [...raw.properties].map(([name, value]) => `${name}:${contentOf(value.raw, depth + 1)}`);
  return `{${parts.sort().join()}}`;
}
