// The corrected procedure of Kahlon and Gupta (000 section 11) for the formula that says that both processes go through the
// phases of a pattern together:
//   H(q_n) = S_n,   H(q_x) = F (S_x ∧ X (S_x+1 ∧ H(q_x+1)))
// S_x: both are in phase x and have done their accesses of it. F is post*, X the step into the next phase. A set of global
// configurations is a pair of sets in which every two configurations have compatible lock histories. To keep that, the
// pair is *split* after every F: one pair per compatible pair of control states. (Joining the splits again, as the
// original does, forgets which history belongs to which.)

import type { SideAutomaton, SideStateId } from '../../../../logic/access-patterns/side-automaton.js';
import type { HistoryTable } from '../../../../logic/lock-history/history-table.js';
import type { ConfigurationSet } from './configuration-set.js';

export interface SplittingRules {
  /** Split, as the correction demands. */
  readonly splits: boolean;
  /** S is about both processes. */
  readonly bothSides: boolean;
}

export const correctedRules: SplittingRules = { splits: true, bothSides: true };

/** By phase: the last side state in it. */
export type PhaseEnds = readonly SideStateId[];

/** The way of a side through its phases; the end of the last phase is the stopped state. */
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
    if (states[parent]!.phase < states[state]!.phase) ends.push(parent);
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

  /** H(q_phase) on a pair of sets; undefined if the budget is used up. As deep as there are phases. */
  holdsOn(u: ConfigurationSet, v: ConfigurationSet, us: PhaseEnds, vs: PhaseEnds, phase = 0): boolean | undefined {
    const pairs = this.#compatiblePairs(u, v, us[phase]!, vs[phase]!);
    if (pairs.length === 0) return false;
    if (phase === us.length - 1) return true;
    const splits = this.rules.splits ? pairs.map(([one, other]) => [[one], [other]] as const) : [joined(pairs)];
    for (const [ones, others] of splits) {
      if (this.budget.pairs-- <= 0 || this.budget.sets <= 0) return undefined;
      const spend = () => this.budget.sets--;
      const found = this.holdsOn(u.next(ones, spend), v.next(others, spend), us, vs, phase + 1);
      if (found !== false) return found;
    }
    return false;
  }

  /** Control states at the end of the phase with compatible histories. */
  #compatiblePairs(
    u: ConfigurationSet,
    v: ConfigurationSet,
    uEnd: SideStateId,
    vEnd: SideStateId,
  ): (readonly [number, number])[] {
    const ones = u.controls().filter((control) => u.process.stateOf(control) === uEnd);
    const isLast = (control: number) => !this.rules.bothSides || v.process.stateOf(control) === vEnd;
    const others = v.controls().filter(isLast);
    return ones.flatMap((one) =>
      others
        .filter((other) => this.histories.compatible(u.process.historyOf(one), v.process.historyOf(other)))
        .map((other) => [one, other] as const),
    );
  }
}

function joined(pairs: readonly (readonly [number, number])[]): readonly [readonly number[], readonly number[]] {
  const side = (index: 0 | 1) => [...new Set(pairs.map((pair) => pair[index]))];
  return [side(0), side(1)];
}
