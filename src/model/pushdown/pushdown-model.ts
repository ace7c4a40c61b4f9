// A pushdown system as a file holds it: the system, where it starts, named sets of configurations, and per rule the
// text of its weight, to be read over the domain that the file names.

import type { Place } from '../../base/source-text.js';
import { followedBy, prefixWords, type Words } from '../../logic/semiring/prefix-words.js';
import type { MergingFunction } from '../../logic/semiring/semiring.js';
import { shortestPath } from '../../logic/semiring/shortest-path.js';
import type { PAutomaton } from './p-automaton.js';
import type { Configuration, PushdownSystem } from './pushdown-system.js';
import type { WeightedSystem } from './weighted-system.js';

export type WeightKind =
  | { readonly kind: 'none' }
  /** Lengths, for shortest paths. */
  | { readonly kind: 'lengths' }
  /** Words of length at most `bound`. */
  | { readonly kind: 'words'; readonly bound: number };

/** A query with names for its own states, numbered from the system's state count on. */
export interface NamedAutomaton {
  readonly name: string;
  readonly automaton: PAutomaton<boolean>;
  readonly stateNames: readonly string[];
}

export interface RuleWeight {
  readonly weight?: string;
  /** For push rules: what follows the return. */
  readonly afterReturn?: string;
}

export interface PushdownModel {
  readonly kind: 'pushdown';
  readonly system: PushdownSystem;
  readonly initial?: Configuration;
  readonly automata: readonly NamedAutomaton[];
  readonly weights: WeightKind;
  /** By rule number; empty where the file gives none. */
  readonly ruleWeights: ReadonlyMap<number, RuleWeight>;
  /** Where a rule stands in the file it was read from. */
  readonly ruleAt?: (rule: number) => Place;
}

/** Lengths of rules as the file gives them; 1 where it is silent. */
export function shortestPathSystem({ system, ruleWeights }: PushdownModel): WeightedSystem<number> {
  const weights = Array.from({ length: system.rules.count }, (_, rule) => Number(ruleWeights.get(rule)?.weight ?? 1));
  return { system, semiring: shortestPath, weights };
}

/** Words of rules, and after calls those that follow the return; the empty word where the file is silent. */
export function wordsSystem({ system, ruleWeights }: PushdownModel, bound: number): WeightedSystem<Words> {
  const semiring = prefixWords(bound);
  const weights = Array.from({ length: system.rules.count }, (_, rule) =>
    semiring.make([ruleWeights.get(rule)?.weight ?? '']),
  );
  const merges = new Map<number, MergingFunction<Words>>();
  for (const [rule, { afterReturn }] of ruleWeights)
    if (afterReturn !== undefined) merges.set(rule, followedBy(semiring, semiring.make([afterReturn])));
  return { system, semiring, weights, merges };
}
