// What a property asks of the effects of a thread graph.

import { pairQuestion, raceQuestion, schedulabilityQuestion } from '../../../model/trees/effect-question.js';
import type { EffectQuestion } from '../../../model/trees/effect-semantics.js';
import type { Property } from '../../../verdict/property.js';

export function questionOfProperty(property: Property): EffectQuestion | undefined {
  if (property.kind === 'pairwise') {
    const [first, second] = property.labels.map((label) => new Set([label]));
    return first && second && pairQuestion(first, second);
  }
  if (property.kind === 'race' && property.variable !== undefined) return raceQuestion(property.variable);
  return property.kind === 'schedulable' ? schedulabilityQuestion : undefined;
}
