// Alternating tree automata behind one interface, so that an automaton may be a table or be built while it runs.
// Acceptance is trivial: a state that is never refuted holds, so on infinite trees every infinite run accepts.

import { atomsOf, conjunction, disjunction, dualFormula, type Formula, falsity, mapStates } from './formula.js';

export interface TreeAutomaton {
  readonly initial: string;
  /** `rank` is the number of children that the node has. */
  transition(state: string, symbol: string, rank: number): Formula;
}

export interface RankedSymbol {
  readonly name: string;
  readonly rank: number;
}

export interface Transition {
  readonly state: string;
  readonly symbol: string;
  readonly formula: Formula;
}

/** An automaton written out; a state and symbol without a transition rejects. */
export interface AutomatonTable {
  readonly initial: string;
  readonly transitions: readonly Transition[];
}

export function automatonOfTable({ initial, transitions }: AutomatonTable): TreeAutomaton {
  const byState = new Map<string, Map<string, Formula>>();
  for (const { state, symbol, formula } of transitions) {
    const bySymbol = byState.get(state) ?? new Map<string, Formula>();
    bySymbol.set(symbol, formula);
    byState.set(state, bySymbol);
  }
  return { initial, transition: (state, symbol) => byState.get(state)?.get(symbol) ?? falsity };
}

/** Every state that the initial one leads to, written out; undefined when there are more than `maximalStates`. */
export function tabulate(
  automaton: TreeAutomaton,
  alphabet: readonly RankedSymbol[],
  maximalStates = Number.POSITIVE_INFINITY,
): AutomatonTable | undefined {
  const steps = tabulateStepwise(automaton, alphabet, maximalStates);
  for (let next = steps.next(); ; next = steps.next()) if (next.done) return next.value;
}

const statesPerStep = 500;

/** The same, yielding the number of states done now and then. */
export function* tabulateStepwise(
  automaton: TreeAutomaton,
  alphabet: readonly RankedSymbol[],
  maximalStates = Number.POSITIVE_INFINITY,
): Generator<number, AutomatonTable | undefined> {
  const states = new Set([automaton.initial]);
  const transitions: Transition[] = [];
  let done = 0;
  for (const state of states) {
    if (states.size > maximalStates) return undefined;
    for (const { name, rank } of alphabet) {
      const formula = automaton.transition(state, name, rank);
      transitions.push({ state, symbol: name, formula });
      for (const { state: next } of atomsOf(formula)) states.add(next);
    }
    if (++done % statesPerStep === 0) yield done;
  }
  return { initial: automaton.initial, transitions };
}

export function statesOf({ initial, transitions }: AutomatonTable): ReadonlySet<string> {
  return new Set([initial, ...transitions.map(({ state }) => state)]);
}

/** Asks for each transition once. */
export function memoizeAutomaton({ initial, transition }: TreeAutomaton): TreeAutomaton {
  const known = new Map<string, Formula>();
  return {
    initial,
    transition(state, symbol, rank) {
      const key = `${rank} ${symbol} ${state}`;
      const formula = known.get(key) ?? transition(state, symbol, rank);
      known.set(key, formula);
      return formula;
    },
  };
}

/** Accepts the finite trees that the automaton rejects. */
export function dualAutomaton({ initial, transition }: TreeAutomaton): TreeAutomaton {
  return { initial, transition: (...where) => dualFormula(transition(...where)) };
}

export function intersectAutomata(automata: readonly TreeAutomaton[]): TreeAutomaton {
  return joinAutomata(automata, conjunction);
}

export function uniteAutomata(automata: readonly TreeAutomaton[]): TreeAutomaton {
  return joinAutomata(automata, disjunction);
}

/** State `k:q` is state q of automaton k; the new initial state starts all of them. */
function joinAutomata(automata: readonly TreeAutomaton[], join: (parts: readonly Formula[]) => Formula): TreeAutomaton {
  const transitionOf = (index: number, state: string, symbol: string, rank: number) =>
    mapStates(automata[index]!.transition(state, symbol, rank), (next) => `${index}:${next}`);
  return {
    initial: 'start',
    transition(state, symbol, rank) {
      if (state === 'start') return join(automata.map(({ initial }, i) => transitionOf(i, initial, symbol, rank)));
      const colon = state.indexOf(':');
      return transitionOf(Number(state.slice(0, colon)), state.slice(colon + 1), symbol, rank);
    },
  };
}
