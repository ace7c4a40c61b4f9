// A process with one lock history in its control state (000 section 11: histories, not tuples). Within a phase the history
// grows; rules that begin a phase start a new one and are kept apart, since the procedure takes them one at a time.

import { PairTable } from '../../../../base/integers/pair-table.js';
import { initialSideState, type SideStateId } from '../../../../logic/access-patterns/side-automaton.js';
import type { HistoryId, HistoryTable } from '../../../../logic/lock-history/history-table.js';
import { type PushdownSystem, RuleTable } from '../../../../model/pushdown/pushdown-system.js';
import type { ProcessProduct } from '../../product/product.js';
import { type PhaseAction, ProcessPoints, type ProcessRule, startSymbol } from '../process-pushdown.js';
import { generateRules, type RuleDraft } from '../reachable-rules.js';

/** After an access that ends a phase, before the next one: nothing else is done there. By the state that comes after. */
export function betweenPhases(sideStates: number, next: SideStateId): SideStateId {
  return 2 * sideStates + next;
}

interface HistoryRule extends RuleDraft {
  readonly beginsPhase: boolean;
}

export interface HistoryPushdown {
  /** The rules within phases. */
  readonly system: PushdownSystem;
  readonly initialControl: number;
  readonly startSymbol: number;
  readonly stateOf: (control: number) => SideStateId;
  readonly historyOf: (control: number) => HistoryId;
  /** Where a process with this control state and top symbol is when the next phase begins; none where it need not. */
  readonly nextPhase: (control: number, symbol: number) => readonly number[];
}

/** Undefined if there are more rules than that. */
export function historyPushdown(
  product: ProcessProduct,
  histories: HistoryTable,
  mostRules: number,
): HistoryPushdown | undefined {
  const writer = new HistoryRules(product, histories, mostRules);
  const initialControl = writer.controls.intern(initialSideState, histories.initially([]));
  const { table, drafts } = generateRules<HistoryRule>(writer, initialControl, startSymbol);
  if (writer.isExceeded) return undefined;
  const within = new RuleTable();
  const phases = new Map<string, number[]>();
  drafts.forEach((draft, number) => {
    const { from, symbol } = table.get(number);
    const key = `${from} ${symbol}`;
    if (draft.beginsPhase) phases.set(key, [...(phases.get(key) ?? []), draft.to]);
    else within.add(from, symbol, draft.to, draft.push);
  });
  const { controls } = writer;
  return {
    system: {
      stateCount: controls.size,
      symbolCount: writer.symbolCount,
      rules: within,
      stateName: (control) => `s${controls.first(control)}.${controls.second(control)}`,
      symbolName: (symbol) => `n${symbol}`,
    },
    initialControl,
    startSymbol,
    stateOf: (control) => controls.first(control),
    historyOf: (control) => controls.second(control),
    nextPhase: (control, symbol) => phases.get(`${control} ${symbol}`) ?? [],
  };
}

class HistoryRules {
  /** Pairs of a side state (or stopped state) and a history. */
  readonly controls = new PairTable();
  readonly #points: ProcessPoints;
  #rules = 0;

  constructor(
    readonly product: ProcessProduct,
    readonly histories: HistoryTable,
    readonly mostRules: number,
  ) {
    this.#points = new ProcessPoints(product);
  }

  get symbolCount(): number {
    return this.#points.symbolCount;
  }

  get isExceeded(): boolean {
    return this.#rules > this.mostRules;
  }

  procedureOf = (symbol: number): number => this.#points.procedureOf(symbol);

  rulesOf = (control: number, symbol: number): HistoryRule[] => {
    if (this.isExceeded) return [];
    const [state, history] = [this.controls.first(control), this.controls.second(control)];
    const next = state - betweenPhases(this.product.automaton.states.length, 0);
    if (next >= 0) return [this.#phase(next, history, symbol)];
    const drafts = this.#points.rulesOf(state, symbol);
    const within = drafts.filter(({ action }) => action.guessed === 0);
    const rules = [
      ...within.map((draft) => this.#within(draft, history)),
      ...(within.length < drafts.length ? this.#phases(state, history, symbol) : []),
    ];
    this.#rules += rules.length;
    return rules;
  };

  #within({ to, push, action }: ProcessRule, history: HistoryId): HistoryRule {
    const state = action.beginsPhase ? betweenPhases(this.product.automaton.states.length, to) : to;
    return { to: this.controls.intern(state, this.#after(history, action)), push, beginsPhase: false };
  }

  #phases(state: SideStateId, history: HistoryId, symbol: number): HistoryRule[] {
    return this.product.automaton.states[state]!.phases.map((target) => this.#phase(target, history, symbol));
  }

  #phase(target: SideStateId, history: HistoryId, symbol: number): HistoryRule {
    const to = this.controls.intern(target, this.histories.nextPhase(history));
    return { to, push: [symbol], beginsPhase: true };
  }

  #after(history: HistoryId, { effect, locks }: PhaseAction): HistoryId {
    let after = history;
    for (const lock of locks) {
      if (effect === 'acquire' || effect === 'use') after = this.histories.acquire(after, lock);
      if (effect === 'release' || effect === 'use') after = this.histories.release(after, lock);
    }
    return after;
  }
}
