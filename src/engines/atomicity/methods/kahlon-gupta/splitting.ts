// The corrected procedure of Kahlon and Gupta (000 section 11) for the formula that says that all processes go through the
// phases of a pattern together:
//   H(q_n) = S_n,   H(q_x) = F (S_x ∧ X (S_x+1 ∧ H(q_x+1)))
// S_x: all are in phase x and have done their accesses of it. F is post*, X the step into the next phase. A set of global
// configurations is one set per process, whose configurations have compatible lock histories. To keep that, the sets are
// *split* after every F: once per compatible choice of control states. (Joining the splits again, as the original does,
// forgets which history belongs to which.) A pattern has two processes, a phase automaton any number.

import type { SideAutomaton, SideStateId } from '../../../../logic/access-patterns/side-automaton.js';
import type { HistoryTable } from '../../../../logic/lock-history/history-table.js';
import type { ConfigurationSet } from './configuration-set.js';
import { betweenPhases } from './history-pushdown.js';

export interface SplittingRules {
  /** Split, as the correction demands. */
  readonly splits: boolean;
  /** S is about all processes. */
  readonly bothSides: boolean;
}

export const correctedRules: SplittingRules = { splits: true, bothSides: true };

/** By phase: the last side state in it. */
export type PhaseEnds = readonly SideStateId[];

/**
 * The way of a side through its phases; the end of the last phase is the stopped state, that of one which the process ends by an
 * access of its own the state between the two.
 */
export function phaseEnds({ states }: SideAutomaton, accepting: SideStateId): PhaseEnds {
  const parents = new Map<SideStateId, SideStateId>();
  states.forEach(({ accesses, phases }, state) => {
    for (const { target } of accesses) parents.set(target, state);
    for (const target of phases) parents.set(target, state);
  });
  const ends: SideStateId[] = [states.length + accepting];
  for (let state = accepting; ; ) {
    const parent = parents.get(state);
    if (parent === undefined) return ends.reverse();
    const isOwn = states[parent]!.accesses.some(({ target }) => target === state);
    if (states[parent]!.phase < states[state]!.phase) ends.push(isOwn ? betweenPhases(states.length, state) : parent);
    state = parent;
  }
}

export interface SplittingBudget {
  /** Sets that may still be computed. */
  sets: number;
  /** Pairs that may still be looked at. */
  pairs: number;
}

export class Splitting {
  constructor(
    readonly histories: HistoryTable,
    readonly rules: SplittingRules,
    readonly budget: SplittingBudget,
  ) {}

  /** H(q_phase) on a choice of sets; undefined if the budget is used up. As deep as there are phases. */
  holdsOn(sets: readonly ConfigurationSet[], ends: readonly PhaseEnds[], phase = 0): boolean | undefined {
    const choices = this.#compatibleChoices(sets, ends, phase);
    if (choices.length === 0) return false;
    if (phase === ends[0]!.length - 1) return true;
    const splits = this.rules.splits ? choices.map((chosen) => chosen.map((one) => [one])) : [joined(choices)];
    for (const split of splits) {
      if (this.budget.pairs-- <= 0 || this.budget.sets <= 0) return undefined;
      const next = sets.map((set, i) => set.next(split[i]!, () => this.budget.sets--));
      const found = this.holdsOn(next, ends, phase + 1);
      if (found !== false) return found;
    }
    return false;
  }

  /** Control states at the end of the phase, one of each process, with compatible histories. */
  #compatibleChoices(
    sets: readonly ConfigurationSet[],
    ends: readonly PhaseEnds[],
    phase: number,
  ): readonly (readonly number[])[] {
    return sets.reduce<readonly (readonly number[])[]>(
      (choices, set, i) => {
        const isEnd = (control: number) => set.process.stateOf(control) === ends[i]![phase];
        const own = set.controls().filter((control) => (i > 0 && !this.rules.bothSides) || isEnd(control));
        const histories = (chosen: readonly number[]) =>
          chosen.map((control, j) => sets[j]!.process.historyOf(control));
        return choices.flatMap((chosen) =>
          own
            .map((control) => [...chosen, control])
            .filter((all) => all.length < 2 || this.histories.compatibleAll(histories(all))),
        );
      },
      [[]],
    );
  }
}

function joined(choices: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return choices[0]!.map((_, i) => [...new Set(choices.map((chosen) => chosen[i]!))]);
}
