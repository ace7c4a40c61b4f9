// Checks a certificate of kind `effects`: sets of effects for the nodes of a model's thread graph that are closed under
// the rules of the effect semantics, up to the order, and none of which answers the question with yes at the root.

import { accepted, rejected, type SharedCertifier } from '../shared-certifier.js';
import { questionNodes } from './effects-body.js';
import { EffectsClosure } from './effects-closure.js';
import { graphOfProperty, questionKey, questionOfProperty } from './effects-question.js';

export const effectsCertifier: SharedCertifier = {
  sharedKind: 'effects',
  certify(model, certificate, properties) {
    /** By number of the tree, where there are several. */
    const closures = new Map<unknown, EffectsClosure>();
    for (const property of properties) {
      const question = questionOfProperty(property);
      const graph = closures.get(property['tree'])?.graph ?? graphOfProperty(model, property);
      if (!question || !graph) return rejected(`the model has no effects for a property of kind ${property.kind}`);
      const closure = closures.get(property['tree']) ?? new EffectsClosure(graph, certificate.body);
      closures.set(property['tree'], closure);
      const nodes = questionNodes(certificate.body, questionKey(property));
      if (nodes === undefined) return rejected(`no effects were written for ${questionKey(property)}`);
      const problem = closure.check(question, nodes);
      if (problem !== undefined) return rejected(problem);
    }
    return accepted;
  },
};
