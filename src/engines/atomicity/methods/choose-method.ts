// The methods by name. The default needs no cross-check, and `explicit` is a variant of its saturation.

import type { AtomicityMethod } from '../info.js';
import { BddMethod, defaultNodeLimit, mostNodes } from './bdd/bdd-method.js';
import { CpdsMethod, cpdsLimits } from './cpds/cpds-method.js';
import { KahlonGuptaMethod, splittingLimits } from './kahlon-gupta/kahlon-gupta-method.js';
import type { AutomatonMethod, DecisionMethod } from './method.js';

type ComparedMethod = Exclude<AtomicityMethod, 'antichain' | 'explicit'>;

export function isComparedMethod(name: AtomicityMethod): name is ComparedMethod {
  return name !== 'antichain' && name !== 'explicit';
}

/** `times`: how many times the default limits a method may use before it gives up. */
export function comparedMethod(
  name: ComparedMethod,
  reserve: (bytes: number) => void,
  times = 1,
): DecisionMethod & AutomatonMethod {
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
