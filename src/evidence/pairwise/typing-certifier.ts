// Checks a certificate of kind `typing`: types of a scheme's rules that are closed under typing their bodies, for the
// negated property, and among which the start has none that answers the question with yes.

import type { Model } from '../../model/model.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { TypeSaturation } from '../../model/schemes/typing/saturation.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import { accepted, rejected, type SharedCertifier, type SharedOutcome } from '../shared-certifier.js';
import { readTypingBody } from './typing-body.js';
import { typingQuestion } from './typing-question.js';

export const typingCertifier: SharedCertifier = {
  sharedKind: 'typing',
  certify(model, certificate, properties) {
    if (!isScheme(model)) return rejected('a typing is about a recursion scheme');
    for (const property of properties) {
      const outcome = certifyTyping(model, certificate, property);
      if (!outcome.ok) return outcome;
    }
    return accepted;
  },
};

function certifyTyping(scheme: Scheme, { body }: Certificate, property: Property): SharedOutcome {
  const question = typingQuestion(scheme, property);
  if (!question) return rejected(`no typing for a property of kind ${property.kind}`);
  const saturation = new TypeSaturation(scheme, question.domain);
  const given = readTypingBody(body, saturation.types, question.codec);
  if (typeof given === 'string') return rejected(given);
  if (given.some(({ rule, type }) => saturation.types.get(type).args.length !== scheme.rules[rule]?.parameters.length))
    return rejected('a type does not fit its rule');
  for (const ruleType of given) saturation.assume(ruleType);
  const assumed = saturation.derived.length;
  while (saturation.step()) if (saturation.derived.length > assumed) return rejected('the types are not closed');
  return saturation.isAnswered ? rejected('the start has a type that shows a violation') : accepted;
}

function isScheme(model: Model): model is Scheme {
  return model.kind === 'scheme';
}
