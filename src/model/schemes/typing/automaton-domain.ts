// Base types are the states of the negated automaton: a tree has type q iff the automaton rejects it from q, by a finite
// run. Each prime implicant of a negated transition is one way to reject.

import { internStrings } from '../../../base/interner.js';
import { dualFormula, primeImplicants, type TreeAutomaton } from '../../../logic/tree-automata/index.js';
import type { RejectingWays, StateBases } from './base-domain.js';

export class AutomatonDomain implements StateBases {
  readonly kind = 'states';
  readonly #states = internStrings();
  readonly #ways = new Map<string, RejectingWays>();
  readonly start: number;

  constructor(readonly automaton: TreeAutomaton) {
    this.start = this.#states.intern(automaton.initial);
  }

  stateName(state: number): string {
    return this.#states.value(state);
  }

  stateNumber(name: string): number {
    return this.#states.intern(name);
  }

  isAnswer(base: number): boolean {
    return base === this.start;
  }

  rejectingWays(terminal: string, rank: number, state: number): RejectingWays {
    const key = `${state} ${terminal}`;
    const known = this.#ways.get(key);
    if (known) return known;
    const negated = dualFormula(this.automaton.transition(this.stateName(state), terminal, rank));
    const ways = primeImplicants(negated).map((implicant) =>
      implicant.map(({ child, state: next }) => [child - 1, this.#states.intern(next)] as const),
    );
    this.#ways.set(key, ways);
    return ways;
  }
}
