// Every shipped domain with a generator of random elements and the merging functions worth testing on it.

import { setOf } from '../../../base/integers/bit-set.js';
import type { Rng } from '../../../base/rng.js';
import { explicitRelations } from '../explicit-relations.js';
import { genKill } from '../gen-kill.js';
import { interned } from '../interned.js';
import { multiArityRelations } from '../multi-arity-relations.js';
import { followedBy, prefixWords } from '../prefix-words.js';
import { reachability } from '../reachability.js';
import { relations } from '../relation-algebra.js';
import type { MergingFunction, Semiring } from '../semiring.js';
import { shortestPath } from '../shortest-path.js';
import { weightedRelations } from '../weighted-relations.js';
import { withWitnesses } from '../witnesses.js';

export interface SampleDomain<W> {
  readonly semiring: Semiring<W>;
  readonly random: (rng: Rng) => W;
  /** Merging functions with the path extension property. */
  readonly merges: readonly MergingFunction<W>[];
}

/** Calls `use` with each domain: a list could not keep the type of each. */
export function forEachDomain(use: <W>(domain: SampleDomain<W>) => void): void {
  use(reachabilityDomain);
  use(shortestPathDomain);
  use(genKillDomain);
  use(wordsDomain);
  use(internedWordsDomain);
  use(relationDomain);
  use(weightedRelationDomain);
  use(multiArityDomain);
  use(witnessDomain(shortestPathDomain));
  use(witnessDomain(wordsDomain));
}

const reachabilityDomain: SampleDomain<boolean> = {
  semiring: reachability,
  random: (rng) => rng.chance(0.7),
  merges: [],
};

export const shortestPathDomain: SampleDomain<number> = {
  semiring: shortestPath,
  random: (rng) => rng.below(6),
  merges: [followedBy(shortestPath, 3)],
};

const facts = genKill(4);
const genKillDomain: SampleDomain<(typeof facts)['zero']> = {
  semiring: facts,
  random: (rng) => (rng.chance(0.05) ? null : facts.make(subset(rng, 4), subset(rng, 4))),
  merges: [followedBy(facts, facts.make(setOf([1]), setOf([2])))],
};

const words = prefixWords(3);
const randomWords = (rng: Rng) => words.make(many(rng, 2, () => many(rng, 2, () => rng.pick(['a', 'b'])).join('')));
const wordsDomain: SampleDomain<readonly string[]> = {
  semiring: words,
  random: randomWords,
  merges: [followedBy(words, words.make(['c'])), followedBy(words, words.make(['', 'd']))],
};

const internedWords = interned(words);
const internedWordsDomain: SampleDomain<number> = {
  semiring: internedWords,
  random: (rng) => internedWords.intern(randomWords(rng)),
  merges: [internedWords.merging(followedBy(words, words.make(['c'])))],
};

const pairs = explicitRelations(3);
const relation = relations(pairs);
const relationDomain: SampleDomain<ReadonlySet<number>> = {
  semiring: relation,
  random: (rng) => pairs.make(many(rng, 4, () => [rng.below(3), rng.below(3)])),
  merges: [followedBy(relation, pairs.make([[0, 1]]))],
};

const weighted = weightedRelations(3, words);
const weightedRelationDomain: SampleDomain<(typeof weighted)['zero']> = {
  semiring: weighted,
  random: (rng) => weighted.make(many(rng, 3, () => [rng.below(3), rng.below(3), randomWords(rng)] as const)),
  merges: [followedBy(weighted, weighted.make([[1, 0, words.make(['c'])]]))],
};

const tuples = explicitRelations(2, 4);
const multiArity = multiArityRelations(tuples, 3);
const multiArityDomain: SampleDomain<(typeof multiArity)['zero']> = {
  semiring: multiArity,
  random: (rng) =>
    [2, 3, 4].map((arity) => tuples.make(many(rng, 2, () => Array.from({ length: arity }, () => rng.below(2))))),
  merges: [],
};

function witnessDomain<W>({ semiring, random, merges }: SampleDomain<W>): SampleDomain<{
  readonly weight: W;
  readonly trace: ReturnType<typeof withWitnesses<W>>['one']['trace'];
}> {
  const lifted = withWitnesses(semiring);
  return {
    semiring: lifted,
    random: (rng) => lifted.ofRule(rng.below(9), random(rng)),
    merges: merges.map(lifted.merging),
  };
}

function subset(rng: Rng, size: number): bigint {
  return setOf(Array.from({ length: size }, (_, i) => i).filter(() => rng.chance(0.4)));
}

/** Up to `most` random things. */
function many<T>(rng: Rng, most: number, one: () => T): T[] {
  return Array.from({ length: rng.between(0, most) }, one);
}
