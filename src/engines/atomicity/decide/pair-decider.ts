// Decides all patterns about two processes and one or two variables at once (theory page, steps 5 and 6): slice both
// processes to their cone of influence, saturate each slice, and look for compatible tuples. Equal slices are saturated
// once and equal pairs of slices decided once, whatever processes and variables they come from.

import type { Stop } from '../../../base/budget.js';
import type { PatternSheet } from '../../../logic/access-patterns/pattern-sheet.js';
import { equality, historyOrder } from '../../../logic/lock-history/antichain.js';
import { historyTable } from '../../../logic/lock-history/history-table.js';
import { exactRules, type HistoryRules } from '../../../logic/lock-history/lock-history.js';
import { compatiblePair } from '../../../logic/lock-history/tuple-join.js';
import { TupleTable } from '../../../logic/lock-history/tuple-table.js';
import type { FlowProcess } from '../flow/flow.js';
import { exactProductRules, ProcessProduct, type ProductRules } from '../product/product.js';
import { jointCone, wholeCone } from '../reduce/cone.js';
import type { Cone } from '../reduce/cone-filter.js';
import { FocusTable, startsFree } from '../reduce/focus.js';
import { type Slice, sliceProcess } from '../slice/slice.js';
import type { FactId } from './fact-table.js';
import { Saturation } from './saturation.js';

/** What can be varied: the default is the method `antichain`; tests switch rules off to show that each is needed. */
export interface DecisionRules extends ProductRules {
  readonly histories: HistoryRules;
  /** Keep only least tuples (otherwise every tuple, as Alg. 1 does). */
  readonly antichains: boolean;
  /** Reduce questions to their cone of influence. */
  readonly cone: boolean;
}

export const antichainRules: DecisionRules = {
  ...exactProductRules,
  histories: exactRules,
  antichains: true,
  cone: true,
};

/** Alg. 1: every tuple, every guess, the whole process. */
export const explicitRules: DecisionRules = {
  ...antichainRules,
  antichains: false,
  cone: false,
  lateGuess: false,
  outlook: false,
};

/** The facts with which u and v end in a compatible way; `first` plays u in answers of `firstIsU`. */
export interface CompatibleFacts {
  readonly u: FactId;
  readonly v: FactId;
}

/** One answer per query of the sheet: undefined where the pattern cannot be shown. */
export interface PairAnswer {
  readonly firstIsU: readonly (CompatibleFacts | undefined)[];
  readonly secondIsU: readonly (CompatibleFacts | undefined)[];
  readonly first: Saturation;
  readonly second: Saturation;
}

export interface DecidedPair {
  readonly answer: PairAnswer;
  readonly first: Slice;
  readonly second: Slice;
}

export interface DeciderStatistics {
  pairs: number;
  decidedPairs: number;
  saturations: number;
  facts: number;
}

/** Facts of saturations that are kept for later questions. */
const mostRetained = 400_000;

export class PairDecider {
  readonly statistics: DeciderStatistics = { pairs: 0, decidedPairs: 0, saturations: 0, facts: 0 };
  readonly #tuples = new Map<number, TupleTable>();
  readonly #slices = new Map<FlowProcess, Map<string, Slice>>();
  readonly #peers: readonly FlowProcess[];
  #focus = new FocusTable();
  readonly #saturations = new Map<string, Saturation>();
  readonly #answers = new Map<string, PairAnswer>();
  #retained = 0;

  /** `peers`: the processes that questions will be about, so that each is sliced once for all partners. */
  constructor(
    readonly rules: DecisionRules = antichainRules,
    peers: readonly FlowProcess[] = [],
  ) {
    this.#peers = peers.filter(startsFree);
  }

  /** Forgets what was decided, if it has become much: large models have more slices than memory holds. */
  forgetIfLarge(): void {
    if (this.#retained < mostRetained) return;
    this.#retained = 0;
    this.#focus = new FocusTable();
    for (const known of [this.#slices, this.#saturations, this.#answers, this.#tuples]) known.clear();
  }

  /** Undefined if told to stop. */
  *decide(
    first: FlowProcess,
    second: FlowProcess,
    variables: readonly number[],
    sheet: PatternSheet,
  ): Generator<number, DecidedPair | undefined, Stop | undefined> {
    this.statistics.pairs++;
    const [one, other, cone] = this.#reduce(first, second, variables, sheet);
    const slices = [this.#slice(one, cone), this.#slice(other, cone)] as const;
    const key = `${sheet.name} ${cone.locks.length} ${slices[0].process.key}\n\n${slices[1].process.key}`;
    const known = this.#answers.get(key);
    const answer = known ?? (yield* this.#answer(slices, cone.locks.length, sheet));
    if (!answer) return undefined;
    this.#answers.set(key, answer);
    return { answer, first: slices[0], second: slices[1] };
  }

  /** Both processes focused on the question, and the cone. */
  #reduce(
    first: FlowProcess,
    second: FlowProcess,
    variables: readonly number[],
    { boundOnly }: PatternSheet,
  ): readonly [FlowProcess, FlowProcess, Cone] {
    if (!this.rules.cone) return [first, second, wholeCone(first, variables)];
    const focus = (flow: FlowProcess) => this.#focus.focus(flow, { variables, boundOnly });
    const areKnown = this.#peers.includes(first) && this.#peers.includes(second);
    const peers = areKnown ? this.#peers : [first, second];
    return [focus(first), focus(second), jointCone(peers.map(focus), variables)];
  }

  *#answer(
    [first, second]: readonly [Slice, Slice],
    locks: number,
    sheet: PatternSheet,
  ): Generator<number, PairAnswer | undefined, Stop | undefined> {
    const one = yield* this.#saturate(first, locks, sheet);
    const other = one && (yield* this.#saturate(second, locks, sheet));
    if (!one || !other) return undefined;
    this.statistics.decidedPairs++;
    return {
      firstIsU: sheet.queries.map(({ uState, vState }) => compatibleFacts(one, uState, other, vState)),
      secondIsU: sheet.queries.map(({ uState, vState }) => compatibleFacts(other, uState, one, vState)),
      first: one,
      second: other,
    };
  }

  *#saturate(
    { process }: Slice,
    locks: number,
    sheet: PatternSheet,
  ): Generator<number, Saturation | undefined, Stop | undefined> {
    const key = `${sheet.name} ${locks} ${process.key}`;
    const known = this.#saturations.get(key);
    if (known) return known;
    const tuples = this.#tuplesOver(locks);
    const order = this.rules.antichains ? historyOrder(tuples) : equality;
    const product = new ProcessProduct(process, sheet.automaton, this.rules);
    const saturation = new Saturation(product, tuples, order);
    if (!(yield* saturation.run())) return undefined;
    this.#saturations.set(key, saturation);
    this.statistics.saturations++;
    this.statistics.facts += saturation.facts.size;
    this.#retained += saturation.facts.size;
    return saturation;
  }

  #slice(flow: FlowProcess, cone: Cone): Slice {
    const slices = this.#slices.get(flow) ?? new Map<string, Slice>();
    this.#slices.set(flow, slices);
    const key = `${cone.variables}/${cone.locks}`;
    const slice = slices.get(key) ?? sliceProcess(flow, cone);
    slices.set(key, slice);
    return slice;
  }

  #tuplesOver(locks: number): TupleTable {
    const known = this.#tuples.get(locks);
    if (known) return known;
    const fresh = new TupleTable(historyTable(locks, this.rules.histories));
    this.#tuples.set(locks, fresh);
    return fresh;
  }
}

function compatibleFacts(u: Saturation, uState: number, v: Saturation, vState: number): CompatibleFacts | undefined {
  const us = u.finals(uState);
  const vs = v.finals(vState);
  if (!us || !vs) return undefined;
  const pair = compatiblePair(u.tuples, us.tuples, vs.tuples);
  if (!pair) return undefined;
  return { u: us.tags[us.tuples.indexOf(pair[0])]!, v: vs.tags[vs.tuples.indexOf(pair[1])]! };
}
