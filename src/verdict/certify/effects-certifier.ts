// Checks a certificate of kind `effects`: sets of effects for the nodes of a model's thread graph that are closed under
// the rules of the effect semantics, up to the order, and none of which answers the question with yes at the root.

import { accepted, type Certifier, rejected } from './certifier.js';
import { checkEffectsBody } from './effects-body.js';
import { graphOfProperty, questionOfProperty } from './effects-question.js';

export const effectsCertifier: Certifier = {
  certificateKind: 'effects',
  certify(model, certificate, properties) {
    for (const property of properties) {
      const question = questionOfProperty(property);
      const graph = graphOfProperty(model, property);
      if (!question || !graph) return rejected(`the model has no effects for a property of kind ${property.kind}`);
      const problem = checkEffectsBody(graph, question, certificate.body);
      if (problem !== undefined) return rejected(problem);
    }
    return accepted;
  },
};
