// The methods by name. The default needs no cross-check, and `explicit` is a variant of its saturation.

import { BddMethod, defaultNodeLimit, mostNodes } from './bdd/bdd-method.js';
import { CpdsMethod, cpdsLimits } from './cpds/cpds-method.js';
import { KahlonGuptaMethod, splittingLimits } from './kahlon-gupta/kahlon-gupta-method.js';
import type { DecisionMethod } from './method.js';

export type ComparedMethod = 'bdd' | 'cpds' | 'cpds-nested-words' | 'cpds-plain' | 'kahlon-gupta';

/** `times`: how many times the default limits a method may use before it gives up. */
export function comparedMethod(name: ComparedMethod, reserve: (bytes: number) => void, times = 1): DecisionMethod {
  switch (name) {
    case 'bdd':
      return new BddMethod({ reserve, nodeLimit: Math.min(defaultNodeLimit * times, mostNodes) });
    case 'cpds':
    case 'cpds-nested-words':
    case 'cpds-plain':
      return new CpdsMethod(name, cpdsLimits(times));
    case 'kahlon-gupta':
      return new KahlonGuptaMethod(splittingLimits(times));
  }
}
