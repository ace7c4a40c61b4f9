// The options of `heddle pairwise`: which property, which pairs of labels.

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import type { EngineEvent } from '../../verdict/engine.js';
import { type OptionValues, optionText, optionTexts } from '../../verdict/options.js';

export type PairwiseProperty = 'labels' | 'races' | 'schedulable';

export type LabelPair = readonly [string, string];

export function propertyOf(options: OptionValues): PairwiseProperty {
  const text = optionText(options, 'property');
  return text === 'races' || text === 'schedulable' ? text : 'labels';
}

/** The pairs that were asked for; undefined when none was: all pairs then. */
export function askedPairs(options: OptionValues): readonly LabelPair[] | undefined {
  const texts = optionTexts(options, 'labels');
  if (texts.length === 0) return undefined;
  return texts.map(parsePair).filter((pair) => pair !== undefined);
}

function parsePair(text: string): LabelPair | undefined {
  const [, first, second] = /^\s*([\w$']+)\s*,\s*([\w$']+)\s*$/.exec(text) ?? [];
  return first !== undefined && second !== undefined ? [first, second] : undefined;
}

/** Every unordered pair, each label with itself included, in order. */
export function allPairs(labels: Iterable<string>): readonly LabelPair[] {
  const sorted = [...labels].sort();
  return sorted.flatMap((first, i) => sorted.slice(i).map((second): LabelPair => [first, second]));
}

export function checkPairwiseOptions(options: OptionValues): Diagnostic[] {
  const problems = optionTexts(options, 'labels')
    .filter((text) => !parsePair(text))
    .map((text) => badOption(`\`--labels ${text}\` is not a pair of labels`, 'give exactly two, as in --labels a,b'));
  const property = propertyOf(options);
  if (property !== 'labels' && options['labels'])
    problems.push(badOption(`\`--labels\` does not go with \`--property ${property}\``, 'leave one of them out'));
  return problems;
}

function badOption(message: string, help: string): Diagnostic {
  return { code: 'HD0006', severity: 'error', message, help };
}

/** A label that does not occur is never reached, which may not be what was meant. */
export function* warnOfAbsent(
  pairs: readonly LabelPair[],
  labels: ReadonlySet<string>,
  file: string,
): Generator<EngineEvent, void, Stop | undefined> {
  for (const label of new Set(pairs.flat())) {
    if (labels.has(label)) continue;
    const message = `the label \`${label}\` does not occur, so it is never reached`;
    yield { kind: 'diagnostic', diagnostic: { code: 'HD5006', severity: 'warning', file, message } };
  }
}
