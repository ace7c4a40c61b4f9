// What a property asks of the effects of a thread graph.

import type { Json } from '../../base/json.js';
import { pairQuestion, raceQuestion, schedulabilityQuestion } from '../../model/trees/effect-question.js';
import type { EffectQuestion } from '../../model/trees/effect-semantics.js';
import type { Property } from '../../verdict/property.js';

export function questionOfProperty(property: Property): EffectQuestion | undefined {
  const { labels, variable } = property;
  if (property.kind === 'pairwise' && Array.isArray(labels)) {
    const [first, second] = labels.map((label: Json) => new Set([String(label)]));
    return first && second && pairQuestion(first, second);
  }
  if (property.kind === 'race' && typeof variable === 'string') return raceQuestion(variable);
  return property.kind === 'schedulable' ? schedulabilityQuestion : undefined;
}
