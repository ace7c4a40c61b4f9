// The options of an exploration, from text.

import type { Diagnostic } from '../../base/diagnostic.js';
import { type OptionValues, optionFlag, optionInteger, optionText } from '../../verdict/options.js';
import { type ExploreMethod, type ExploreProperty, exploreMethods, exploreProperties, methodAliases } from './info.js';
import { type Reductions, reductionNames, reductionsNamed } from './lockset/search-rules.js';

export interface ExploreOptions {
  readonly method: ExploreMethod;
  readonly reductions: Reductions;
  readonly hashCompaction: boolean;
  readonly properties: readonly ExploreProperty[];
  readonly maxStates: number;
  readonly maxDepth: number;
  /** Search from the other end of the list of processes. */
  readonly reversed: boolean;
  /** Of each process with any number of instances. */
  readonly instances: number | undefined;
  /** How many random executions to follow instead of a search. */
  readonly simulate: number | undefined;
  /** States after which the re-search that certifies an answer gives up; undefined: in proportion to the search. */
  readonly certifyStates: number | undefined;
}

export function exploreOptions(options: OptionValues): ExploreOptions {
  return {
    method: methodOf(options),
    reductions: reductionsNamed(reductionsOf(options)),
    hashCompaction: optionFlag(options, 'hash-compaction'),
    properties: propertiesOf(options).filter(isProperty),
    maxStates: optionInteger(options, 'max-states') ?? 1_000_000,
    reversed: optionText(options, 'order') === 'reversed',
    maxDepth: optionInteger(options, 'max-depth') ?? Number.POSITIVE_INFINITY,
    instances: optionInteger(options, 'instances'),
    simulate: optionInteger(options, 'simulate'),
    certifyStates: optionInteger(options, 'certify-states'),
  };
}

/** `--mode` and `stateless` are names from before. */
function methodOf(options: OptionValues): ExploreMethod {
  const name = optionText(options, 'method') ?? optionText(options, 'mode') ?? 'stateful';
  return exploreMethods.find((known) => known === name) ?? methodAliases[name] ?? 'stateful';
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
