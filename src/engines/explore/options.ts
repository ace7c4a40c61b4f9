// The options of an exploration, from text.

import type { Diagnostic } from '../../base/diagnostic.js';
import { type OptionValues, optionFlag, optionInteger, optionText } from '../../verdict/options.js';
import { type ExploreMode, type ExploreProperty, exploreModes, exploreProperties } from './info.js';
import { type Reductions, reductionNames, reductionsNamed } from './lockset/search-rules.js';

export interface ExploreOptions {
  readonly mode: ExploreMode;
  readonly reductions: Reductions;
  readonly hashCompaction: boolean;
  readonly properties: readonly ExploreProperty[];
  readonly maxStates: number;
  readonly maxDepth: number;
}

export function exploreOptions(options: OptionValues): ExploreOptions {
  const mode = optionText(options, 'mode');
  return {
    mode: exploreModes.find((known) => known === mode) ?? 'stateful',
    reductions: reductionsNamed(reductionsOf(options)),
    hashCompaction: optionFlag(options, 'hash-compaction'),
    properties: propertiesOf(options).filter(isProperty),
    maxStates: optionInteger(options, 'max-states') ?? 1_000_000,
    maxDepth: optionInteger(options, 'max-depth') ?? Number.POSITIVE_INFINITY,
  };
}

export function checkExploreOptions(options: OptionValues): Diagnostic[] {
  return [
    ...unknownNames('property', propertiesOf(options), exploreProperties),
    ...unknownNames('reductions', reductionsOf(options), [...reductionNames, 'none']),
  ];
}

function unknownNames(option: string, names: readonly string[], known: readonly string[]): Diagnostic[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      code: 'HD0006',
      severity: 'error',
      message: `--${option} does not know '${name}'`,
      help: `it takes a list of ${known.join(', ')}`,
    }));
}

function propertiesOf(options: OptionValues): string[] {
  return listOf(optionText(options, 'property') ?? 'assertions,errors,deadlocks');
}

function reductionsOf(options: OptionValues): string[] {
  return listOf(optionText(options, 'reductions') ?? reductionNames.join());
}

function listOf(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

function isProperty(name: string): name is ExploreProperty {
  return exploreProperties.some((property) => property === name);
}
