// The options of an exploration, from text.

import type { Diagnostic } from '../../base/diagnostic.js';
import { type OptionValues, optionInteger, optionText } from '../../verdict/options.js';
import { type ExploreProperty, exploreProperties } from './info.js';

export interface ExploreOptions {
  readonly properties: readonly ExploreProperty[];
  readonly maxStates: number;
  readonly maxDepth: number;
}

export function exploreOptions(options: OptionValues): ExploreOptions {
  return {
    properties: namesOf(options).filter(isProperty),
    maxStates: optionInteger(options, 'max-states') ?? 1_000_000,
    maxDepth: optionInteger(options, 'max-depth') ?? Number.POSITIVE_INFINITY,
  };
}

export function checkExploreOptions(options: OptionValues): Diagnostic[] {
  return namesOf(options)
    .filter((name) => !isProperty(name))
    .map((name) => ({
      code: 'HD0006',
      severity: 'error',
      message: `--property does not know '${name}'`,
      help: `it takes a list of ${exploreProperties.join(', ')}`,
    }));
}

function namesOf(options: OptionValues): string[] {
  return (optionText(options, 'property') ?? 'assertions,errors,deadlocks').split(',').map((name) => name.trim());
}

function isProperty(name: string): name is ExploreProperty {
  return exploreProperties.some((property) => property === name);
}
