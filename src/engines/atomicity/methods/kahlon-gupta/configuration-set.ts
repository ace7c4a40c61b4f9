// A set of configurations of one process, as the automata of the procedure represent it. `eventually` is post* within the
// phase (the operator F), `next` the step into the next phase (X) from configurations with one control state only:
// *splitting* keeps the sets of different lock histories apart.

import { reachability } from '../../../../logic/semiring/reachability.js';
import { PAutomaton, singleton } from '../../../../model/pushdown/p-automaton.js';
import { postStar } from '../../../../model/pushdown/post-star.js';
import type { SaturatedAutomaton, Transition } from '../../../../model/pushdown/saturated-automaton.js';
import { epsilon } from '../../../../model/pushdown/saturation.js';
import { unweighted, type WeightedSystem } from '../../../../model/pushdown/weighted-system.js';
import type { HistoryPushdown } from './history-pushdown.js';

type Transitions = ReadonlyMap<number, readonly Transition<boolean>[]>;

export class ConfigurationSet {
  readonly #closed: SaturatedAutomaton<boolean>;
  #bySource: Transitions | undefined;
  readonly #next = new Map<string, ConfigurationSet>();

  private constructor(
    readonly process: HistoryPushdown,
    readonly system: WeightedSystem<boolean>,
    query: PAutomaton<boolean>,
  ) {
    this.#closed = postStar(system, query);
  }

  /** Everything that the process can do in the first phase. */
  static initial(process: HistoryPushdown): ConfigurationSet {
    const start = { state: process.initialControl, stack: [process.startSymbol] };
    const query = singleton(process.system, reachability, start);
    return new ConfigurationSet(process, unweighted(process.system, reachability), query);
  }

  /** The control states that occur. */
  controls(): number[] {
    const { stateCount } = this.process.system;
    return [...this.#transitionsFrom().keys()].filter((control) => control < stateCount);
  }

  /** Everything it can do in the next phase, if this one ends with one of these control states. */
  next(controls: readonly number[], created: () => void): ConfigurationSet {
    const key = controls.join();
    const known = this.#next.get(key);
    if (known) return known;
    created();
    const fresh = new ConfigurationSet(this.process, this.system, this.#nextQuery(controls));
    this.#next.set(key, fresh);
    return fresh;
  }

  /** The automaton below the top symbol stays; the top gets the control states of the next phase. */
  #nextQuery(controls: readonly number[]): PAutomaton<boolean> {
    const { stateCount } = this.process.system;
    const query = new PAutomaton(stateCount, reachability);
    const copies = new Map<number, number>();
    const open: number[] = [];
    const copyOf = (state: number): number => {
      const known = copies.get(state);
      if (known !== undefined) return known;
      const copy = query.addState();
      copies.set(state, copy);
      open.push(state);
      if (this.#closed.query.finals.has(state)) query.addFinal(copy);
      return copy;
    };
    for (const control of controls)
      for (const { symbol, to } of this.#transitionsFrom().get(control) ?? [])
        for (const target of this.process.nextPhase(control, symbol)) query.addTransition(target, symbol, copyOf(to));
    for (let state = open.pop(); state !== undefined; state = open.pop())
      for (const { symbol, to } of this.#transitionsFrom().get(state) ?? [])
        query.addTransition(copyOf(state), symbol, copyOf(to));
    return query;
  }

  #transitionsFrom(): Transitions {
    this.#bySource ??= groupBySource(this.#closed);
    return this.#bySource;
  }
}

/** Without ε-transitions, which matter for the empty stack only: no process has it. */
function groupBySource(automaton: SaturatedAutomaton<boolean>): Transitions {
  const groups = new Map<number, Transition<boolean>[]>();
  for (const transition of automaton.transitions()) {
    if (transition.symbol === epsilon) continue;
    const group = groups.get(transition.from);
    if (group) group.push(transition);
    else groups.set(transition.from, [transition]);
  }
  return groups;
}
