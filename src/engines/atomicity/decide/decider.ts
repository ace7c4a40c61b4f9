// Decides all patterns about two threads and one or two variables at once (theory page, steps 5, 6 and 9): slice the threads
// to their cone of influence, saturate each slice, and look for compatible tuples, one of each. A pair is a group of two;
// where start and end locks tie the two to other threads, those run along, with the side that has no accesses.
// Equal slices are saturated once and equal groups of slices decided once, whatever threads and variables they come from.

import type { Stop } from '../../../base/budget.js';
import { passiveAutomaton, passiveState } from '../../../logic/access-patterns/passive-sides.js';
import { answerEach, type QueryAnswers } from '../../../logic/access-patterns/query-answers.js';
import type { QuerySet } from '../../../logic/access-patterns/query-set.js';
import type { SideAutomaton } from '../../../logic/access-patterns/side-automaton.js';
import { historyTable } from '../../../logic/lock-history/history-table.js';
import { compatibleChoice } from '../../../logic/lock-history/tuple-join.js';
import { equality, historyOrder } from '../../../logic/lock-history/tuple-order.js';
import { TupleTable } from '../../../logic/lock-history/tuple-table.js';
import type { FlowProcess } from '../flow/flow.js';
import { ProcessProduct } from '../product/product.js';
import { jointCone, wholeCone } from '../reduce/cone.js';
import type { Cone } from '../reduce/cone-filter.js';
import { FocusTable, type Subject, startsFree } from '../reduce/focus.js';
import { type Slice, sliceProcess } from '../slice/slice.js';
import { isPlain, type ThreadGroup, threadCone } from '../threads/thread-questions.js';
import { antichainRules, type DecisionRules } from './decision-rules.js';
import { type FactId, Scratch } from './fact-table.js';
import { Saturation } from './saturation.js';

/** What each thread was reduced to, and what it can end with. */
export interface Decided {
  readonly slices: readonly Slice[];
  readonly saturations: readonly Saturation[];
  /** The facts with which the threads end, in their order; undefined where the pattern cannot be shown. */
  readonly facts: QueryAnswers<readonly FactId[] | undefined>;
}

export interface DeciderStatistics {
  pairs: number;
  decidedPairs: number;
  saturations: number;
  facts: number;
}

/** A slice, and what it is asked: `name` tells automata apart. */
export interface AskedSlice {
  readonly slice: Slice;
  readonly name: string;
  readonly automaton: SideAutomaton;
}

/** Undefined if told to stop. */
export type Deciding<T> = Generator<number, T | undefined, Stop | undefined>;

/** Facts of saturations that are kept for later questions, and tuples over some number of locks. */
const mostRetained = 400_000;
const mostTuples = 200_000;

/** The peers focused on a question, and the cone that they share. */
interface ReducedPeers {
  readonly focused: ReadonlyMap<FlowProcess, FlowProcess>;
  readonly cone: Cone;
}

export class Decider {
  readonly statistics: DeciderStatistics = { pairs: 0, decidedPairs: 0, saturations: 0, facts: 0 };
  readonly #tuples = new Map<number, TupleTable>();
  readonly #slices = new Map<FlowProcess, Map<string, Slice>>();
  readonly #peers: readonly FlowProcess[];
  #focus = new FocusTable();
  readonly #reduced = new Map<string, ReducedPeers>();
  readonly #saturations = new Map<string, Saturation>();
  readonly #answers = new Map<string, Omit<Decided, 'slices'>>();
  readonly #scratch = new Scratch();
  #retained = 0;

  /** `peers`: the threads that questions will be about, so that each is sliced once for all partners. */
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
    for (const known of [this.#slices, this.#reduced, this.#saturations, this.#answers]) known.clear();
    for (const [locks, { size }] of this.#tuples) if (size > mostTuples) this.#tuples.delete(locks);
  }

  *decide(group: ThreadGroup, variables: readonly number[], querySet: QuerySet): Deciding<Decided> {
    this.statistics.pairs++;
    const slices = isPlain(group) ? this.#pairSlices(group, variables, querySet) : tiedSlices(group, variables);
    const key = [querySet.name, slices[0]!.cone.locks.length, ...slices.map(({ process }) => process.key)].join('\n\n');
    const answer = this.#answers.get(key) ?? (yield* this.#answer(slices, group.asked, querySet));
    if (!answer) return undefined;
    this.#answers.set(key, answer);
    return { slices, ...answer };
  }

  /** Both threads focused on the question and sliced to the cone that they share. */
  #pairSlices({ flows }: ThreadGroup, variables: readonly number[], { boundOnly }: QuerySet): Slice[] {
    if (!this.rules.cone) return flows.map((flow) => this.#slice(flow, wholeCone(flows[0]!, variables)));
    const subject = { variables, boundOnly };
    if (!flows.every((flow) => this.#peers.includes(flow))) {
      const focused = flows.map((flow) => this.#focus.focus(flow, subject));
      const cone = jointCone(focused, variables);
      return focused.map((flow) => this.#slice(flow, cone));
    }
    const { focused, cone } = this.#reducedPeers(subject);
    return flows.map((flow) => this.#slice(focused.get(flow)!, cone));
  }

  /** All peers focused on the same question: one for all pairs. */
  #reducedPeers(subject: Subject): ReducedPeers {
    const key = `${subject.variables}/${subject.boundOnly}`;
    const known = this.#reduced.get(key);
    if (known) return known;
    const focused = new Map(this.#peers.map((flow) => [flow, this.#focus.focus(flow, subject)]));
    const all = this.#peers.map((flow) => focused.get(flow)!);
    const reduced = { focused, cone: jointCone(all, subject.variables) };
    this.#reduced.set(key, reduced);
    return reduced;
  }

  #slice(flow: FlowProcess, cone: Cone): Slice {
    const slices = this.#slices.get(flow) ?? new Map<string, Slice>();
    this.#slices.set(flow, slices);
    const key = `${cone.variables}/${cone.locks}`;
    const slice = slices.get(key) ?? sliceProcess(flow, cone);
    slices.set(key, slice);
    return slice;
  }

  *#answer(slices: readonly Slice[], asked: number, querySet: QuerySet): Deciding<Omit<Decided, 'slices'>> {
    const saturations = yield* this.saturate(
      slices.map((slice, i) =>
        i < asked
          ? { slice, name: querySet.name, automaton: querySet.automaton }
          : { slice, name: 'passive', automaton: passiveAutomaton },
      ),
    );
    if (!saturations) return undefined;
    this.statistics.decidedPairs++;
    const rest = (phases: number) => slices.slice(asked).map(() => passiveState(phases));
    const facts = answerEach(querySet, ({ uState, vState }, role) => {
      const states = [uState, vState, ...rest(querySet.automaton.states[uState]!.phase + 1)];
      if (role === 'u') return compatibleFacts(saturations, states);
      const found = compatibleFacts(secondFirst(saturations), states);
      return found && secondFirst(found);
    });
    return { saturations, facts };
  }

  *saturate(asked: readonly AskedSlice[]): Deciding<readonly Saturation[]> {
    const saturations: Saturation[] = [];
    for (const one of asked) {
      const saturation = yield* this.#saturateOne(one);
      if (!saturation) return undefined;
      saturations.push(saturation);
    }
    return saturations;
  }

  *#saturateOne({ slice: { process, cone }, name, automaton }: AskedSlice): Deciding<Saturation> {
    const key = `${name} ${cone.locks.length} ${process.key}`;
    const known = this.#saturations.get(key);
    if (known) return known;
    const tuples = this.#tuplesOver(cone.locks.length);
    const order = this.rules.antichains ? historyOrder(tuples) : equality;
    const product = new ProcessProduct(process, automaton, this.rules);
    const passing = this.rules.passing && !process.cooperative;
    const saturation = new Saturation(product, tuples, order, this.#scratch, passing);
    if (!(yield* saturation.run())) return undefined;
    this.#saturations.set(key, saturation);
    this.statistics.saturations++;
    this.statistics.facts += saturation.facts.size;
    this.#retained += saturation.facts.size;
    return saturation;
  }

  #tuplesOver(locks: number): TupleTable {
    const table = this.#tuples.get(locks) ?? new TupleTable(historyTable(locks, this.rules.histories));
    this.#tuples.set(locks, table);
    return table;
  }
}

function secondFirst<T>([first, second, ...rest]: readonly T[]): T[] {
  return [second!, first!, ...rest];
}

/** Start and end locks belong to the question: nothing is shared with others. */
function tiedSlices(group: ThreadGroup, variables: readonly number[]): Slice[] {
  const cone = threadCone(group, variables);
  return group.flows.map((flow) => sliceProcess(flow, cone));
}

/** One fact of each saturation, in these states, such that all are compatible. */
export function compatibleFacts(
  saturations: readonly Saturation[],
  states: readonly number[],
): readonly FactId[] | undefined {
  const finals = saturations.map((saturation, i) => saturation.finals(states[i]!));
  if (finals.some(({ facts }) => facts.length === 0)) return undefined;
  const chosen = compatibleChoice(
    saturations[0]!.tuples,
    finals.map(({ tuples }) => tuples),
  );
  return chosen?.map((tuple, i) => finals[i]!.facts[finals[i]!.tuples.indexOf(tuple)]!);
}
