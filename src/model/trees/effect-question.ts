// The questions that the effect algebra answers about a thread graph.

import type { EffectQuestion } from './effect-semantics.js';

/** Can two different threads be at a label of `first` and a label of `second` at once? */
export function pairQuestion(first: ReadonlySet<string>, second: ReadonlySet<string>): EffectQuestion {
  return {
    complete: false,
    marksOf: (label) => (first.has(label) ? 1 : 0) | (second.has(label) ? 2 : 0),
  };
}

/** Is there a run in which every thread gets as far as it can (definition 3)? */
export const schedulabilityQuestion: EffectQuestion = { complete: true, marksOf: () => 0 };

/** Labels that stand for accesses to variables; they cannot clash with names in a source, which have no spaces. */
export function accessLabel(mode: 'read' | 'write', variable: string): string {
  return `${mode} ${variable}`;
}

/** Can two threads be about to access the variable at once, one of them writing? */
export function raceQuestion(variable: string): EffectQuestion {
  const writes = accessLabel('write', variable);
  return pairQuestion(new Set([writes]), new Set([writes, accessLabel('read', variable)]));
}
