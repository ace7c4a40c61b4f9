// The tree that a scheme generates, as action trees are looked at: node by node.

import type { ActionSource } from '../trees/step.js';
import { ClosedTerms } from './closed-terms.js';
import type { Scheme } from './scheme.js';
import { type SchemeActions, schemeAction } from './scheme-action.js';

export function sourceOfScheme(scheme: Scheme, actions: SchemeActions): ActionSource<number> {
  const terms = new ClosedTerms(scheme);
  return {
    root: terms.root,
    view: (term) => {
      const node = terms.reduce(term);
      if (!node) return { action: { kind: 'bottom' }, children: [] };
      return { action: schemeAction(actions, node.terminal), children: node.children };
    },
  };
}
