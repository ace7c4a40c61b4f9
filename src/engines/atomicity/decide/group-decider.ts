// Decides all patterns about two threads of which one starts or awaits another, or is started or awaited (theory page,
// step 9): each thread of the group is saturated, the two that are asked about with all sides of the patterns, the
// others with the side that has no accesses; then one tuple of each must be compatible, N ways (000 section 9).

import type { Stop } from '../../../base/budget.js';
import { passiveAutomaton, passiveState } from '../../../logic/access-patterns/passive-sides.js';
import type { PatternSheet } from '../../../logic/access-patterns/pattern-sheet.js';
import type { SideAutomaton } from '../../../logic/access-patterns/side-automaton.js';
import { equality, historyOrder } from '../../../logic/lock-history/antichain.js';
import { historyTable } from '../../../logic/lock-history/history-table.js';
import { compatibleChoice } from '../../../logic/lock-history/tuple-join.js';
import { TupleTable } from '../../../logic/lock-history/tuple-table.js';
import { ProcessProduct } from '../product/product.js';
import { type Slice, sliceProcess } from '../slice/slice.js';
import { type ThreadQuestion, threadCone } from '../threads/thread-questions.js';
import type { FactId } from './fact-table.js';
import { antichainRules, type DecisionRules } from './pair-decider.js';
import { Saturation } from './saturation.js';

/** The facts with which the threads of a question end, in their order; undefined where the pattern cannot be shown. */
export interface GroupAnswer {
  readonly firstIsU: readonly (readonly FactId[] | undefined)[];
  readonly secondIsU: readonly (readonly FactId[] | undefined)[];
  readonly saturations: readonly Saturation[];
}

export interface DecidedGroup {
  readonly answer: GroupAnswer;
  readonly slices: readonly Slice[];
}

/** Facts of saturations that are kept for later questions. */
const mostRetained = 4_000_000;

export class GroupDecider {
  readonly #tuples = new Map<number, TupleTable>();
  readonly #saturations = new Map<string, Saturation>();
  readonly #answers = new Map<string, GroupAnswer>();
  /** Of all saturations so far. */
  facts = 0;
  #forgotten = 0;

  constructor(readonly rules: DecisionRules = antichainRules) {}

  get saturations(): number {
    return this.#saturations.size;
  }

  get answers(): number {
    return this.#answers.size;
  }

  /** Forgets what was decided, if it has become much. */
  forgetIfLarge(): void {
    if (this.facts - this.#forgotten < mostRetained) return;
    this.#forgotten = this.facts;
    for (const known of [this.#saturations, this.#answers, this.#tuples]) known.clear();
  }

  /** Undefined if told to stop. */
  *decide(
    question: ThreadQuestion,
    variables: readonly number[],
    sheet: PatternSheet,
  ): Generator<number, DecidedGroup | undefined, Stop | undefined> {
    const cone = threadCone(question, variables);
    const slices = question.flows.map((flow) => sliceProcess(flow, cone));
    const key = [sheet.name, cone.locks.length, ...slices.map(({ process }) => process.key)].join('\n\n');
    const answer = this.#answers.get(key) ?? (yield* this.#answer(slices, sheet));
    if (!answer) return undefined;
    this.#answers.set(key, answer);
    return { answer, slices };
  }

  *#answer(
    slices: readonly Slice[],
    sheet: PatternSheet,
  ): Generator<number, GroupAnswer | undefined, Stop | undefined> {
    const saturations: Saturation[] = [];
    for (const [i, slice] of slices.entries()) {
      const isAsked = i < 2;
      const automaton = isAsked ? sheet.automaton : passiveAutomaton;
      const saturation = yield* this.#saturate(slice, isAsked ? sheet.name : 'passive', automaton);
      if (!saturation) return undefined;
      saturations.push(saturation);
    }
    const facts = (firstIsU: boolean) =>
      sheet.queries.map(({ uState, vState }) => {
        const phases = sheet.automaton.states[uState]!.phase + 1;
        const [first, second] = firstIsU ? [uState, vState] : [vState, uState];
        const rest = saturations.slice(2).map(() => passiveState(phases));
        return compatibleFacts(saturations, [first, second, ...rest]);
      });
    return { firstIsU: facts(true), secondIsU: facts(false), saturations };
  }

  *#saturate(
    { process, cone }: Slice,
    name: string,
    automaton: SideAutomaton,
  ): Generator<number, Saturation | undefined, Stop | undefined> {
    const key = `${name} ${cone.locks.length} ${process.key}`;
    const known = this.#saturations.get(key);
    if (known) return known;
    const tuples = this.#tuplesOver(cone.locks.length);
    const order = this.rules.antichains ? historyOrder(tuples) : equality;
    const saturation = new Saturation(new ProcessProduct(process, automaton, this.rules), tuples, order);
    if (!(yield* saturation.run())) return undefined;
    this.#saturations.set(key, saturation);
    this.facts += saturation.facts.size;
    return saturation;
  }

  #tuplesOver(locks: number): TupleTable {
    const table = this.#tuples.get(locks) ?? new TupleTable(historyTable(locks, this.rules.histories));
    this.#tuples.set(locks, table);
    return table;
  }
}

function compatibleFacts(saturations: readonly Saturation[], states: readonly number[]): FactId[] | undefined {
  const finals = saturations.map((saturation, i) => saturation.finals(states[i]!));
  const chosen = compatibleChoice(
    saturations[0]!.tuples,
    finals.map((set) => set?.tuples ?? []),
  );
  return chosen?.map((tuple, i) => finals[i]!.tags[finals[i]!.tuples.indexOf(tuple)]!);
}
