// The type system for a pair of labels on the tree of a scheme: base types are effects.

import { EffectAlgebra, LockOrders } from '../../../logic/effect-algebra/index.js';
import type { Scheme } from '../../../model/schemes/scheme.js';
import { readSchemeActions } from '../../../model/schemes/scheme-action.js';
import { EffectDomain } from '../../../model/schemes/typing/effect-domain.js';
import type { Property } from '../../../verdict/property.js';
import { questionOfProperty } from '../effects/effect-question.js';

/** Undefined when the property is not one of the scheme. */
export function pairDomain(scheme: Scheme, property: Property): EffectDomain | undefined {
  const question = questionOfProperty(property);
  const actions = readSchemeActions(scheme);
  if (!question || typeof actions === 'string') return undefined;
  return new EffectDomain(new EffectAlgebra(new LockOrders(actions.locks.length)), question, actions);
}
