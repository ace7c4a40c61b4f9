// A large task in parts: each decides some choices of variables for all pairs of thread classes and leaves behind, for each
// set that it has come to, what it could exclude. Together the parts have decided every choice of every set, so a pair of
// which all parts have excluded everything is serializable; its certificate is made of all their hints, and is checked.

import { isRecord, type Json, type JsonObject } from '../../base/json.js';
import type { Program } from '../../model/program/program.js';
import { conclusionShare, type EngineRun, type Part, shareOf } from '../../verdict/engine.js';
import { type Finding, unknownBecause } from '../../verdict/verdict.js';
import { Answers } from './answers.js';
import type { AtomicityOptions } from './options.js';
import { PairProgress } from './pair-progress.js';
import { askedChoices } from './questions.js';
import { scopeOf } from './scopes.js';
import type { ClassPair } from './threads/thread-forest.js';
import type { ThreadQuestions } from './threads/thread-questions.js';

type Statistics = Finding['statistics'];

export function carriedPart(
  statistics: Statistics,
  known: ReadonlyMap<number, readonly PairProgress[]>,
  stopped: string | undefined,
): Json {
  const sets = [...known].map(([set, open]) => ({ set, pairs: open.map(({ hints }) => hints ?? null) }));
  return { statistics, sets, ...(stopped === undefined ? {} : { stopped }) };
}

/** What a part has left: for each set the hints of each pair, null where something was not excluded. */
interface PartKnowledge {
  readonly statistics: Statistics;
  readonly sets: ReadonlyMap<number, readonly (readonly JsonObject[] | null)[]>;
  readonly stopped: string | undefined;
}

const noAnswer: PartKnowledge = { statistics: {}, sets: new Map(), stopped: 'a part of the question has no answer' };

export function* concludeParts(
  model: Program,
  questions: ThreadQuestions,
  options: AtomicityOptions,
  carried: readonly (Json | undefined)[],
  conclusion: Part | undefined,
): EngineRun {
  const { pairs } = questions;
  const parts = carried.map((one) => knowledgeIn(one, pairs.length) ?? noAnswer);
  const shares = parts.map((_, index) => {
    const choices = shareOf(askedChoices(model.atomicSets), { index, of: parts.length });
    return new Set(choices.map(({ set }) => set));
  });
  const common = { method: options.method, statistics: sumOf(parts.map(({ statistics }) => statistics)) };
  const scope = (pair: (typeof pairs)[number]) =>
    scopeOf(
      model,
      pair.threads.map((threads) => questions.question(threads)),
    );
  const words = new Answers(model, questions.program, options, { common: () => common, scope });
  const asked = model.atomicSets.map((set, number) => pairs.map((pair, i) => ({ set, number, pair, i })));
  for (const { set, number, pair, i } of conclusionOf(asked, conclusion)) {
    const concerned = parts.filter((_, index) => shares[index]!.has(number));
    const open = concerned.find(({ sets }) => !sets.has(number));
    const progress = new PairProgress(pair);
    for (const { sets } of concerned) {
      const hints = sets.get(number)?.[i];
      if (hints) progress.resume(hints);
      else progress.fail();
    }
    if (open) yield { kind: 'finding', finding: undecided(words, pair, set.variables, open) };
    else if (!options.all) for (const finding of words.setHolds(progress, set)) yield { kind: 'finding', finding };
  }
}

/**
 * What one of those who conclude has to say. What is checked about a thread and a set is checked once for all its partners, so no
 * set is shared out, unless there are fewer sets than shares.
 */
function conclusionOf<T>(bySet: readonly (readonly T[])[], conclusion: Part | undefined): readonly T[] {
  const share = conclusion && conclusionShare(conclusion);
  return share && bySet.length < share.of ? shareOf(bySet.flat(), share) : shareOf(bySet, share).flat();
}

/** A part that says why it stopped had reached a limit. */
function undecided(words: Answers, pair: ClassPair, variables: readonly number[], { stopped }: PartKnowledge): Finding {
  const finding = words.undecided(pair, variables, stopped ?? noAnswer.stopped!);
  const isKnown = stopped !== undefined && stopped !== noAnswer.stopped;
  return isKnown ? { ...finding, verdict: unknownBecause(stopped, 'limit') } : finding;
}

function sumOf(all: readonly JsonObject[]): Statistics {
  const sums: Record<string, number> = {};
  for (const statistics of all)
    for (const [name, value] of Object.entries(statistics))
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

/** Undefined if it is not what a part leaves: it may come from anywhere. */
export function knowledgeIn(carried: Json | undefined, pairs: number): PartKnowledge | undefined {
  if (!isRecord(carried) || !isRecord(carried['statistics']) || !Array.isArray(carried['sets'])) return undefined;
  const sets = new Map<number, readonly (readonly JsonObject[] | null)[]>();
  for (const one of carried['sets']) {
    if (!isRecord(one) || typeof one['set'] !== 'number' || !Array.isArray(one['pairs'])) return undefined;
    if (one['pairs'].length !== pairs || !one['pairs'].every(isHints)) return undefined;
    sets.set(one['set'], one['pairs']);
  }
  const { statistics, stopped } = carried;
  return { statistics: sumOf([statistics]), sets, stopped: typeof stopped === 'string' ? stopped : undefined };
}

function isHints(value: unknown): value is readonly JsonObject[] | null {
  return value === null || (Array.isArray(value) && value.every(isRecord));
}
