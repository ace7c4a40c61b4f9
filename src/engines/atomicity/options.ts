// The meaning of the options of `heddle atomicity`.

import { completePatterns, paperPatterns } from '../../logic/access-patterns/conflict-cycles.js';
import type { AccessPattern } from '../../logic/access-patterns/pattern.js';
import { type OptionValues, optionFlag, optionText } from '../../verdict/options.js';
import { type AtomicityMethod, atomicityMethods } from './info.js';

export interface AtomicityOptions {
  readonly patterns: readonly AccessPattern[];
  readonly method: AtomicityMethod;
  /** One finding per query. */
  readonly all: boolean;
}

export function atomicityOptions(options: OptionValues): AtomicityOptions {
  const method = optionText(options, 'method');
  return {
    patterns: optionText(options, 'patterns') === 'paper' ? paperPatterns : completePatterns,
    method: atomicityMethods.find((known) => known === method) ?? 'antichain',
    all: optionFlag(options, 'all'),
  };
}
