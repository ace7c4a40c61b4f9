// The methods by name. The default needs no cross-check, and `explicit` is a variant of its saturation.

import { BddMethod } from './bdd/bdd-method.js';
import { CpdsMethod } from './cpds/cpds-method.js';
import { KahlonGuptaMethod } from './kahlon-gupta/kahlon-gupta-method.js';
import type { DecisionMethod } from './method.js';

export type ComparedMethod = 'bdd' | 'cpds' | 'cpds-nested-words' | 'cpds-plain' | 'kahlon-gupta';

export function comparedMethod(name: ComparedMethod, reserve: (bytes: number) => void): DecisionMethod {
  switch (name) {
    case 'bdd':
      return new BddMethod({ reserve });
    case 'cpds':
    case 'cpds-nested-words':
    case 'cpds-plain':
      return new CpdsMethod(name);
    case 'kahlon-gupta':
      return new KahlonGuptaMethod();
  }
}
