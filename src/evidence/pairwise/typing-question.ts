// The type system for a property of a scheme: what the base types are.

import { EffectAlgebra, LockOrders } from '../../logic/effect-algebra/index.js';
import { automatonOfTable } from '../../logic/tree-automata/index.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { readSchemeActions } from '../../model/schemes/scheme-action.js';
import { AutomatonDomain } from '../../model/schemes/typing/automaton-domain.js';
import type { BaseDomain } from '../../model/schemes/typing/base-domain.js';
import { EffectDomain } from '../../model/schemes/typing/effect-domain.js';
import type { Property } from '../../verdict/property.js';
import { questionOfProperty } from './effects-question.js';
import { type BaseCodec, effectCodec, stateCodec } from './typing-body.js';

export interface TypingQuestion {
  readonly domain: BaseDomain;
  readonly codec: BaseCodec;
}

/** Undefined when the property is not one of the scheme. */
export function typingQuestion(scheme: Scheme, property: Property): TypingQuestion | undefined {
  if (property.kind === 'acceptance') {
    if (!scheme.automaton) return undefined;
    const domain = new AutomatonDomain(automatonOfTable(scheme.automaton));
    return { domain, codec: stateCodec(domain) };
  }
  const question = questionOfProperty(property);
  const actions = readSchemeActions(scheme);
  if (!question || typeof actions === 'string') return undefined;
  const algebra = new EffectAlgebra(new LockOrders(actions.locks.length));
  const domain = new EffectDomain(algebra, question, actions);
  return { domain, codec: effectCodec(domain) };
}
